# Builds the virtual environment; the final image gets that and nothing else of this stage.
FROM python:3.13-slim AS build
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
RUN python -m venv /opt/pyrga && /opt/pyrga/bin/pip install pip==25.3
WORKDIR /src
COPY requirements.lock ./
RUN /opt/pyrga/bin/pip install --require-hashes -r requirements.lock
COPY pyproject.toml hatch_build.py README.md LICENSE ./
COPY bot bot
COPY engine engine
COPY render render
RUN /opt/pyrga/bin/pip install --no-deps .

FROM python:3.13-slim
# Colour emoji in players' names, and the library with which Pillow joins Arabic and orders Devanagari.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends fonts-noto-color-emoji libfribidi0 \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 10001 pyrga \
    && install --directory --owner=pyrga /data
COPY --from=build /opt/pyrga /opt/pyrga
ENV PATH=/opt/pyrga/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYRGA_DATABASE_URL=sqlite:////data/pyrga.db \
    PYRGA_LOG_FORMAT=json
USER pyrga
WORKDIR /data
VOLUME /data
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s CMD ["pyrga", "health"]
ENTRYPOINT ["pyrga"]
CMD ["run"]
