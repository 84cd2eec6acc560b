"""Fixtures of the bot's tests."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path
from shutil import copy

import discord
import pytest
import simcord
import structlog
from babel.messages.catalog import Catalog
from simcord import pytest_plugin
from sqlalchemy import Engine, create_engine

from bot.app import PyrgaClient, create_client
from bot.demo.patience import PatientEnv
from bot.locale import ENGLISH
from bot.settings import Settings
from bot.store.connections.database import Database
from bot.store.schema.migration import upgrade
from bot.ui.context import context
from bot.ui.context.context import GRACE
from tests.bot.clocks import StandingClock
from tests.bot.delays import delayed
from tests.bot.failing_wire import SOCKET, FailingWire
from tests.bot.languages.made import catalog_for, every_language, install, languages_in
from tests.bot.later_migrations import room_for_more, undo
from tests.bot.postgresql import Cluster, cluster, empty, programs
from tests.bot.servers import ONE_SHARD, Server, furnish
from tests.loopback.messages import PATIENCE


def pytest_configure() -> None:
    """Log errors as the bot does, and give it the time that a busy machine needs.

    structlog's own tracebacks take seconds, in which nothing else happens.
    """
    *processors, _ = structlog.get_config()["processors"]
    plain = structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)
    structlog.configure(processors=[*processors, plain])
    vars(pytest_plugin)["Env"] = PatientEnv


@pytest.fixture(autouse=True)
def delays(request: pytest.FixtureRequest) -> Iterator[None]:
    """Let the bot wait now and then, if that's asked for with ``--delays``."""
    seed = request.config.getoption("--delays")
    with nullcontext() if seed is None else delayed(f"{seed} {request.node.nodeid}"):
        yield


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the speed of the machine from changing what the bot answers."""
    monkeypatch.setattr(context, "GRACE", PATIENCE)


@pytest.fixture
def hurry(unhurried: None, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Return what makes the bot promise whatever takes longer than usual, as always outside of tests."""
    del unhurried
    return partial(monkeypatch.setattr, context, "GRACE", GRACE)


@pytest.fixture
def logging_as_it_was() -> Iterator[None]:
    """Restore the logs: a command that the test runs configures them for its own streams."""
    root, configured = logging.getLogger(), structlog.get_config()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.configure(**configured)


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return an empty SQLite database with the newest tables: copying it is faster than creating one."""
    file = tmp_path_factory.mktemp("migrated") / "pyrga.db"
    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        upgrade(connection)
    engine.dispose()
    return file


@pytest.fixture
def later_migrations(tmp_path: Path) -> Iterator[Path]:
    """Yield the folder of the migrations that the bot uses during the test, which can add some."""
    with room_for_more(tmp_path) as folder:
        yield folder


@pytest.fixture
def settings(request: pytest.FixtureRequest, tmp_path: Path, migrated: Path) -> Settings:
    """Return settings with a database of the test's own, and with a computer if the test is marked so.

    The computer's compiled code is already there.
    """
    made = settings_in(tmp_path, migrated)
    if request.node.get_closest_marker("computer") is None:
        return made
    (tmp_path / "solver").symlink_to(request.getfixturevalue("compiled_solver"))
    return replace(made, solver_megabytes=16)


def settings_in(folder: Path, migrated: Path) -> Settings:
    """Return settings with a copy of the database in a folder, and without a computer."""
    copy(migrated, folder)
    return Settings(database_url=f"sqlite:///{folder / migrated.name}", solver_megabytes=0)


@pytest.fixture
def clock() -> StandingClock:
    """Return the clock of the bot that simcord's fixture starts."""
    return StandingClock()


@pytest.fixture
def simcord_bot(settings: Settings, clock: StandingClock) -> PyrgaClient:
    """Return the bot that simcord's fixture starts."""
    return create_client(settings, clock=clock, pause=0, shards=ONE_SHARD)


@pytest.fixture
def french(tmp_path: Path) -> Iterator[None]:
    """Yield a catalog with some sentences."""
    catalog = Catalog(locale="fr")
    catalog.add("English", "français")
    catalog.add("Your settings", "Vos choix")
    catalog.add("Pyrga {game} · start", "Pyrga {game} · début")
    catalog.add("Pyrga {game} · move {move}", "Pyrga {game} · coup {move}")
    catalog.add("Season {number} is over", "La saison {number} est terminée")
    catalog.add(
        "It's your turn in game {game} against {opponent}: [open the board]({link})",
        "À toi de jouer contre {opponent}.",
    )
    catalog.add(
        "You have no games in progress here. Start one with /pyrga challenge or /pyrga play.",
        "Aucune partie.",
    )
    install(catalog, tmp_path)
    with languages_in(tmp_path):
        yield


@pytest.fixture(scope="session")
def folder_of_all(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the languages that are shipped and those that code makes."""
    folder = tmp_path_factory.mktemp("languages")
    for language in every_language():
        if language != ENGLISH:
            install(catalog_for(language), folder)
    return folder


@pytest.fixture(scope="session", params=every_language())
def folder_for_english(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder that has each language in turn in place of English."""
    folder = tmp_path_factory.mktemp(request.param)
    if request.param != ENGLISH:
        install(catalog_for(request.param), folder, ENGLISH)
    return folder


@pytest.fixture
def in_each_language(folder_for_english: Path) -> Iterator[None]:
    """Say everything in each language in turn to people who speak English."""
    with languages_in(folder_for_english):
        yield


@pytest.fixture
def all_languages(folder_of_all: Path) -> Iterator[None]:
    """Let the bot speak the languages that code makes, too."""
    with languages_in(folder_of_all):
        yield


@contextmanager
def _with_tables() -> Iterator[Cluster]:
    """Run a PostgreSQL server with the newest tables. Without its programs, the test is skipped."""
    folder = programs()
    if folder is None:
        pytest.skip("PostgreSQL is not installed")
    with cluster(folder) as running:
        with _engine_of(running) as engine, engine.begin() as connection:
            upgrade(connection)
        yield running


@contextmanager
def _engine_of(running: Cluster) -> Iterator[Engine]:
    engine = create_engine(Settings(database_url=running.address).database())
    yield engine
    engine.dispose()


@pytest.fixture(scope="session")
def migrated_postgresql() -> Iterator[Engine]:
    """Yield a PostgreSQL database of the tests' own, with the newest tables."""
    with _with_tables() as running, _engine_of(running) as engine:
        yield engine


@pytest.fixture
def postgresql(migrated_postgresql: Engine) -> Iterator[str]:
    """Yield the address of an empty PostgreSQL database.

    Deleting all rows is faster than creating the tables.
    """
    yield migrated_postgresql.url.set(drivername="postgresql").render_as_string()
    with migrated_postgresql.begin() as connection:
        undo(connection)
        empty(connection)


@pytest.fixture(scope="session")
def migrated_cluster() -> Iterator[Cluster]:
    """Yield another PostgreSQL server, which tests may stop, with the newest tables."""
    with _with_tables() as running:
        yield running


@pytest.fixture
def restartable(migrated_cluster: Cluster) -> Iterator[Cluster]:
    """Yield a PostgreSQL server with an empty database. The test may stop it if it starts it again."""
    yield migrated_cluster
    with _engine_of(migrated_cluster) as engine, engine.begin() as connection:
        empty(connection)


@pytest.fixture
async def failing_wire(restartable: Cluster, tmp_path: Path) -> AsyncIterator[FailingWire]:
    """Yield a wire to that server. The bot's end is in the test's folder."""
    address = restartable.address.replace(str(restartable.home), str(tmp_path))
    wire = FailingWire(restartable.home, address)
    async with await asyncio.start_unix_server(wire.accept, tmp_path / SOCKET):
        yield wire
        await wire.close()


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.thorough)])
async def database(request: pytest.FixtureRequest, settings: Settings) -> AsyncIterator[Database]:
    """Yield an empty database of each kind, with the newest tables."""
    url = settings.database_url
    if request.param == "postgresql":
        url = request.getfixturevalue("postgresql")
    opened = Database(Settings(database_url=url).database())
    yield opened
    await opened.close()


@pytest.fixture
async def server(
    simcord_env: simcord.Env, simcord_bot: PyrgaClient, settings: Settings, clock: StandingClock
) -> AsyncIterator[Server]:
    """Yield a server with the bot in it."""
    furnished = furnish(simcord_env, simcord_bot, settings, clock)
    yield furnished
    await furnished.client.close()


@pytest.fixture
def state(request: pytest.FixtureRequest) -> str:
    """Return the state of a game that the test of a cell needs, as in ``tests.cells``."""
    return str(request.param)


@pytest.fixture
def manager(server: Server) -> simcord.MemberActor:
    """Return a member who may change the server's settings."""
    role = server.guild.create_role("manager", permissions=discord.Permissions(manage_guild=True))
    return server.guild.add_member(server.env.create_user("manager"), roles=[role])
