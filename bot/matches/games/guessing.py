"""Says which guesses at a move were right, once it's played."""

from dataclasses import replace

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.matches.match.match import NO_GUESSES, Guessing, Match
from bot.store.standings import guesses


async def judge_guesses(connection: AsyncConnection, before: Match, after: Match) -> Match:
    """Store which guesses at the move that's played were right; return the match that says how many were.

    It says so until another person moves. Guesses at moves that were taken back are forgotten. If no one has
    guessed, this takes no statement.
    """
    if before.guessing == NO_GUESSES or after.moves == before.moves:
        return after
    ply = len(before.moves)
    if len(after.moves) <= ply:
        if before.guessing.is_open:
            await guesses.withdraw(connection, after.number)
        return replace(after, guessing=NO_GUESSES)
    if before.guessing.is_open:
        move = after.moves[ply].text
        right, total = await guesses.judge(connection, after.number, ply, move)
        return replace(after, guessing=Guessing(move=move, right=right, total=total))
    return after if before.computer_moves else replace(after, guessing=NO_GUESSES)
