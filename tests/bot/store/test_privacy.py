"""What's promised of every table when people ask for their data or delete it."""

from dataclasses import dataclass

from sqlalchemy import Index, PrimaryKeyConstraint, UniqueConstraint

from bot.store.privacy import DELETED, OF_GAMES, OF_PEOPLE, references_to
from bot.store.schema.indexes import metadata
from bot.store.schema.tables import players

EXPORTED, DELETED_WITH_THEM = "exported", "deleted"


@dataclass(frozen=True, slots=True)
class Promise:
    """What happens to a table's rows about someone who deletes their data, and whether their file has them.

    Instead of ``DELETED_WITH_THEM`` and ``EXPORTED``, it says why not.
    """

    deletion: str = DELETED_WITH_THEM
    export: str = EXPORTED


def kept(reason: str) -> Promise:
    """Return that it's exported, but kept under the player who takes the person's place."""
    return Promise(deletion=reason)


def not_about_people(contents: str) -> Promise:
    """Return that it has something else."""
    return Promise(deletion=contents, export=contents)


OPPONENTS = "their opponents' games, ratings, and results depend on it"

PROMISES = {
    "allowed_channels": not_about_people("what servers have chosen"),
    "badges": Promise(),
    "blocks": Promise(),
    "accuracies": kept("how well they played is computed from the moves alone, and those stay"),
    "challenges": kept("the games that came from them are their opponents', too"),
    "codes": Promise(),
    "crowd_hosts": Promise(),
    "cup_entrants": kept("the tables of cups stay true"),
    "cups": kept("who made a cup has it no longer, but it goes on"),
    "daily_cards": not_about_people("where results are shown, and how many"),
    "daily_games": Promise(),
    "daily_puzzles": not_about_people("what servers have chosen"),
    "daily_solves": Promise(),
    "daily_starts": not_about_people("what everyone plays on a day"),
    "due_times": Promise(),
    "events": not_about_people("numbers of cups, team matches, and game nights"),
    "game_puzzles": Promise(deletion="they're of games, and forgotten with them"),
    "games": kept("it's their opponent's game, too"),
    "guilds": not_about_people("what servers have chosen"),
    "guesses": kept("how many people were right stays true"),
    "heartbeats": not_about_people("when the bot was running"),
    "identifies": not_about_people("when the bot may connect to Discord"),
    "kept_limits": not_about_people("hashes, from which no one can read who it is"),
    "ladder_rungs": kept("counts of a server's games stay true"),
    "league_members": Promise(),
    "leagues": kept("who made a league has it no longer, but it goes on"),
    "leases": not_about_people("which process of the bot leads"),
    "moderation_acts": kept("moderators have to be able to explain what was done"),
    "nicknames": Promise(),
    "night_entrants": kept("the tables of game nights stay true"),
    "nights": kept("who made a game night has it no longer, but it goes on"),
    "notes": Promise(),
    "opening_moves": not_about_people("sums over games, without who played them"),
    "outdated_ratings": not_about_people("what has to be computed again"),
    "notice_servers": Promise(),
    "players": kept("a player without their name, id, or choices takes their place"),
    "puzzle_months": Promise(),
    "puzzle_ratings": not_about_people("how hard puzzles are"),
    "puzzle_results": Promise(),
    "puzzle_solvers": Promise(),
    "rating_changes": kept(OPPONENTS),
    "rating_events": kept(OPPONENTS),
    "ratings": kept(OPPONENTS),
    "rating_roles": not_about_people("what servers have chosen"),
    "records": kept("counts of a server's games stay true"),
    "rematches": kept("they join games, and games stay"),
    "reports": Promise(),
    "reviews": not_about_people("what's computed from the moves of a game alone"),
    "role_checks": Promise(),
    "role_holders": Promise(),
    "role_removals": kept("their roles are taken, and then it's forgotten"),
    "rushes": Promise(),
    "searches": Promise(),
    "season_places": kept("the places of others stay true"),
    "seasons": not_about_people("when the seasons of servers were"),
    "secret_keys": not_about_people("the key of the hashes of kept limits"),
    "seen_interactions": not_about_people("numbers of clicks, without who clicked"),
    "shards": not_about_people("when people could play"),
    "shares": not_about_people("what was shared of games and positions, without who shared it"),
    "synced_commands": not_about_people("which commands Discord has"),
    "team_matches": not_about_people("the boards and the score, which name people by their place"),
    "team_members": kept("the scores of team matches stay true"),
    "team_sides": kept("who agreed to a team match has it no longer, but it goes on"),
    "training": Promise(),
    "vacations": Promise(),
    "votes": kept("what was voted for stays true"),
}
"""Every table, by name."""


def promising(**promised: str) -> set[str]:
    """Return the tables of which that is promised."""
    return {
        name
        for name, promise in PROMISES.items()
        if all(getattr(promise, field) == each for field, each in promised.items())
    }


def test_something_is_promised_of_every_table() -> None:
    assert PROMISES.keys() == metadata.tables.keys()


def test_what_is_promised_to_be_exported_is_and_nothing_else() -> None:
    exported = {table.name for table in (*(table for table, _ in OF_PEOPLE), *OF_GAMES)}
    assert exported == promising(export=EXPORTED)


def test_what_is_promised_to_be_deleted_is_and_nothing_else() -> None:
    assert {table.name for table in DELETED} == promising(deletion=DELETED_WITH_THEM)


def test_rows_deleted_with_a_person_refer_only_to_them() -> None:
    assert set(DELETED) <= references_to(players).keys()


def test_everything_about_a_person_is_found_by_an_index() -> None:
    missing = [
        str(column)
        for table, columns in references_to(players).items()
        for column in columns
        if not any(
            list(index.columns)[:1] == [column] and not _is_partial(index)
            for index in (*table.indexes, *table.constraints)
            if isinstance(index, Index | PrimaryKeyConstraint | UniqueConstraint)
        )
    ]
    assert missing == [], "add index=True to these columns, and a migration"


def _is_partial(index: Index | PrimaryKeyConstraint | UniqueConstraint) -> bool:
    return isinstance(index, Index) and index.dialect_options["sqlite"]["where"] is not None
