# The solver takes up two thirds of the environment; `--build-arg SOLVER=no` builds a bot without the computer.
ARG SOLVER=yes

# Builds the virtual environment, the only thing that the final image takes from this stage. docs/performance.md says
# which Python is the fastest.
FROM python:3.14.10-slim-trixie AS build
ARG SOLVER
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore
WORKDIR /src
COPY requirements.lock requirements-solver.lock requirements-build.lock ./
# pip and what builds the package stay out of the bot's environment.
RUN python -m venv /opt/build && python -m venv --without-pip /opt/pyrga \
    && /opt/build/bin/pip install --require-hashes -r requirements-build.lock
ENV PATH=/opt/build/bin:$PATH
RUN pip --python /opt/pyrga install --require-hashes -r requirements.lock \
    && case "$SOLVER" in \
        yes) pip --python /opt/pyrga install --require-hashes -r requirements-solver.lock ;; \
        no) ;; \
        *) echo "SOLVER is yes or no" >&2; exit 1 ;; \
    esac
COPY pyproject.toml hatch_build.py README.md LICENSE ./
COPY bot bot
COPY engine engine
COPY render render
# Nothing imports the packages' own tests or compiles against their headers.
RUN pip wheel --no-deps --no-build-isolation --wheel-dir dist . \
    && pip --python /opt/pyrga install --no-deps --no-index dist/*.whl \
    && find /opt/pyrga -depth -type d '(' -name tests -o -name include ')' -exec rm -r {} +

FROM python:3.14.10-slim-trixie
# Color emoji for players' names, the library that Pillow needs to join Arabic letters and reorder Devanagari, and what
# backs up and restores a PostgreSQL database.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends fonts-noto-color-emoji libfribidi0 postgresql-client \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 10001 pyrga \
    && install --directory --mode=1777 /data
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
