CREATE TABLE events (
    id INTEGER NOT NULL,
    kind VARCHAR(16) NOT NULL,
    CONSTRAINT pk_events PRIMARY KEY (id)
);

CREATE TABLE guilds (
    id BIGINT NOT NULL,
    created_at DATETIME NOT NULL,
    theme VARCHAR(16),
    puzzle_channel_id BIGINT,
    puzzle_language VARCHAR(16),
    puzzle_hour INTEGER,
    ruleset VARCHAR(16),
    move_seconds INTEGER,
    total_seconds INTEGER,
    increment_seconds INTEGER,
    start VARCHAR(16),
    rated BOOLEAN,
    thread BOOLEAN,
    language VARCHAR(16),
    announcement_channel_id BIGINT,
    monthly_seasons BOOLEAN,
    across_servers BOOLEAN,
    events_for_all BOOLEAN,
    guessing BOOLEAN,
    crowd_level INTEGER,
    removed_at DATETIME,
    CONSTRAINT pk_guilds PRIMARY KEY (id)
);

CREATE INDEX ix_guilds_removed ON guilds (removed_at) WHERE removed_at IS NOT NULL;

CREATE INDEX ix_guilds_with_monthly_seasons ON guilds (id) WHERE monthly_seasons IS 1;

CREATE INDEX ix_guilds_with_puzzle ON guilds (id) WHERE puzzle_channel_id IS NOT NULL;

CREATE TABLE heartbeats (
    process VARCHAR(32) NOT NULL,
    beat_at DATETIME NOT NULL,
    CONSTRAINT pk_heartbeats PRIMARY KEY (process)
);

CREATE TABLE identifies (
    bucket INTEGER NOT NULL,
    free_at DATETIME NOT NULL,
    CONSTRAINT pk_identifies PRIMARY KEY (bucket)
);

CREATE TABLE kept_limits (
    id INTEGER NOT NULL,
    person VARCHAR(64) NOT NULL,
    other VARCHAR(64),
    kind VARCHAR(16) NOT NULL,
    until DATETIME,
    CONSTRAINT pk_kept_limits PRIMARY KEY (id)
);

CREATE INDEX ix_kept_limits_other ON kept_limits (other);

CREATE INDEX ix_kept_limits_person ON kept_limits (person);

CREATE INDEX ix_kept_limits_until ON kept_limits (until);

CREATE TABLE leases (
    name VARCHAR(32) NOT NULL,
    holder VARCHAR(32) NOT NULL,
    term BIGINT NOT NULL,
    expires_at DATETIME NOT NULL,
    CONSTRAINT pk_leases PRIMARY KEY (name)
);

CREATE TABLE opening_moves (
    pool BIGINT NOT NULL,
    position VARCHAR(16) NOT NULL,
    move VARCHAR(1) NOT NULL,
    games INTEGER NOT NULL,
    wins INTEGER NOT NULL,
    draws INTEGER NOT NULL,
    CONSTRAINT pk_opening_moves PRIMARY KEY (pool, position, move)
);

CREATE TABLE outdated_ratings (
    ruleset VARCHAR(16) NOT NULL,
    after_event_id BIGINT NOT NULL,
    CONSTRAINT pk_outdated_ratings PRIMARY KEY (ruleset)
);

CREATE TABLE players (
    id BIGINT NOT NULL,
    name VARCHAR(100) NOT NULL,
    created_at DATETIME NOT NULL,
    theme VARCHAR(16),
    notices VARCHAR(8),
    welcome VARCHAR(16),
    language VARCHAR(16),
    reminders VARCHAR(16),
    confirm_moves BOOLEAN DEFAULT 0 NOT NULL,
    compact_controls BOOLEAN DEFAULT 0 NOT NULL,
    text_leaderboard BOOLEAN DEFAULT 0 NOT NULL,
    text_board BOOLEAN DEFAULT 0 NOT NULL,
    listed BOOLEAN,
    across_servers BOOLEAN,
    guessable BOOLEAN,
    rating_roles BOOLEAN,
    no_shows INTEGER DEFAULT '0' NOT NULL,
    barred_until DATETIME,
    CONSTRAINT pk_players PRIMARY KEY (id)
);

CREATE INDEX ix_players_listed ON players (id) WHERE listed IS 1;

CREATE TABLE puzzle_ratings (
    puzzle VARCHAR(8) NOT NULL,
    rating DOUBLE NOT NULL,
    deviation DOUBLE NOT NULL,
    volatility DOUBLE NOT NULL,
    attempts INTEGER NOT NULL,
    CONSTRAINT pk_puzzle_ratings PRIMARY KEY (puzzle)
);

CREATE TABLE secret_keys (
    name VARCHAR(32) NOT NULL,
    secret BLOB NOT NULL,
    CONSTRAINT pk_secret_keys PRIMARY KEY (name)
);

CREATE TABLE seen_interactions (
    id BIGINT NOT NULL,
    seen_at DATETIME NOT NULL,
    process VARCHAR(32),
    CONSTRAINT pk_seen_interactions PRIMARY KEY (id)
);

CREATE INDEX ix_seen_interactions_seen_at ON seen_interactions (seen_at);

CREATE TABLE shares (
    subject VARCHAR(40) NOT NULL,
    channel_id BIGINT NOT NULL,
    shared_at DATETIME NOT NULL,
    CONSTRAINT pk_shares PRIMARY KEY (subject, channel_id)
);

CREATE INDEX ix_shares_shared_at ON shares (shared_at);

CREATE TABLE synced_commands (
    application_id BIGINT NOT NULL,
    digest VARCHAR(64) NOT NULL,
    CONSTRAINT pk_synced_commands PRIMARY KEY (application_id)
);

CREATE TABLE allowed_channels (
    guild_id BIGINT NOT NULL,
    channel_id BIGINT NOT NULL,
    CONSTRAINT pk_allowed_channels PRIMARY KEY (guild_id, channel_id),
    CONSTRAINT fk_allowed_channels_guild_id FOREIGN KEY(guild_id) REFERENCES guilds (id)
);

CREATE TABLE blocks (
    player_id BIGINT NOT NULL,
    blocked_id BIGINT NOT NULL,
    created_at DATETIME NOT NULL,
    CONSTRAINT pk_blocks PRIMARY KEY (player_id, blocked_id),
    CONSTRAINT ck_blocks_two_people CHECK (player_id <> blocked_id),
    CONSTRAINT fk_blocks_player_id FOREIGN KEY(player_id) REFERENCES players (id),
    CONSTRAINT fk_blocks_blocked_id FOREIGN KEY(blocked_id) REFERENCES players (id)
);

CREATE INDEX ix_blocks_blocked_id ON blocks (blocked_id);

CREATE INDEX ix_blocks_order ON blocks (player_id, created_at DESC, blocked_id);

CREATE TABLE challenges (
    id INTEGER NOT NULL,
    guild_id BIGINT,
    channel_id BIGINT NOT NULL,
    message_id BIGINT,
    challenger_id BIGINT NOT NULL,
    opponent_id BIGINT,
    ruleset VARCHAR(16) NOT NULL,
    color VARCHAR(8) NOT NULL,
    language VARCHAR(16) NOT NULL,
    status VARCHAR(16) NOT NULL,
    created_at DATETIME NOT NULL,
    closed_at DATETIME,
    theme VARCHAR(16) DEFAULT 'aegean' NOT NULL,
    start VARCHAR(16) DEFAULT 'plain' NOT NULL,
    rated BOOLEAN DEFAULT 0 NOT NULL,
    over_limit BOOLEAN DEFAULT 0 NOT NULL,
    hints BOOLEAN DEFAULT 0 NOT NULL,
    thread BOOLEAN DEFAULT 0 NOT NULL,
    code VARCHAR(8),
    expires_at DATETIME NOT NULL,
    move_seconds INTEGER,
    total_seconds INTEGER,
    increment_seconds INTEGER,
    seats INTEGER,
    reachable BOOLEAN DEFAULT 1 NOT NULL,
    CONSTRAINT pk_challenges PRIMARY KEY (id),
    CONSTRAINT ck_challenges_color CHECK (color IN ('white', 'black', 'random')),
    CONSTRAINT ck_challenges_status CHECK (status IN ('open', 'accepted', 'declined', 'canceled', 'expired')),
    CONSTRAINT ck_challenges_two_people CHECK (challenger_id <> opponent_id),
    CONSTRAINT fk_challenges_guild_id FOREIGN KEY(guild_id) REFERENCES guilds (id),
    CONSTRAINT fk_challenges_challenger_id FOREIGN KEY(challenger_id) REFERENCES players (id),
    CONSTRAINT fk_challenges_opponent_id FOREIGN KEY(opponent_id) REFERENCES players (id),
    CONSTRAINT uq_challenges_code UNIQUE (code)
);

CREATE INDEX ix_challenges_challenger_id_created_at ON challenges (challenger_id, created_at);

CREATE INDEX ix_challenges_declined ON challenges (challenger_id, opponent_id, closed_at) WHERE status = 'declined';

CREATE INDEX ix_challenges_open ON challenges (challenger_id, opponent_id) WHERE status = 'open';

CREATE INDEX ix_challenges_open_in_guild ON challenges (guild_id, id) WHERE status = 'open';

CREATE INDEX ix_challenges_opponent_id ON challenges (opponent_id);

CREATE TABLE codes (
    code VARCHAR(8) NOT NULL,
    kind VARCHAR(16) NOT NULL,
    guild_id BIGINT NOT NULL,
    maker_id BIGINT NOT NULL,
    terms TEXT NOT NULL,
    expires_at DATETIME NOT NULL,
    used_at DATETIME,
    CONSTRAINT pk_codes PRIMARY KEY (code),
    CONSTRAINT fk_codes_guild_id FOREIGN KEY(guild_id) REFERENCES guilds (id),
    CONSTRAINT fk_codes_maker_id FOREIGN KEY(maker_id) REFERENCES players (id)
);

CREATE INDEX ix_codes_expires_at ON codes (expires_at);

CREATE INDEX ix_codes_guild_id ON codes (guild_id);

CREATE INDEX ix_codes_maker_id ON codes (maker_id);

CREATE TABLE daily_puzzles (
    guild_id BIGINT NOT NULL,
    day DATE NOT NULL,
    puzzle VARCHAR(8) NOT NULL,
    channel_id BIGINT NOT NULL,
    message_id BIGINT,
    outdated BOOLEAN DEFAULT 0 NOT NULL,
    CONSTRAINT pk_daily_puzzles PRIMARY KEY (guild_id, day),
    CONSTRAINT fk_daily_puzzles_guild_id FOREIGN KEY(guild_id) REFERENCES guilds (id)
);

CREATE INDEX ix_daily_puzzles_outdated ON daily_puzzles (guild_id, day) WHERE outdated IS 1;

CREATE TABLE daily_solves (
    player_id BIGINT NOT NULL,
    guild_id BIGINT NOT NULL,
    day DATE NOT NULL,
    tries INTEGER NOT NULL,
    streak INTEGER NOT NULL,
    freezes INTEGER NOT NULL,
    solved_at DATETIME NOT NULL,
    CONSTRAINT pk_daily_solves PRIMARY KEY (player_id, guild_id, day),
    CONSTRAINT fk_daily_solves_player_id FOREIGN KEY(player_id) REFERENCES players (id),
    CONSTRAINT fk_daily_solves_guild_id FOREIGN KEY(guild_id) REFERENCES guilds (id)
);

CREATE INDEX ix_daily_solves_order ON daily_solves (guild_id, day, tries, solved_at, player_id);

CREATE TABLE ladder_rungs (
    pool BIGINT NOT NULL,
    player_id BIGINT NOT NULL,
    level INTEGER NOT NULL,
    wins INTEGER NOT NULL,
    first_won_at DATETIME NOT NULL,
    CONSTRAINT pk_ladder_rungs PRIMARY KEY (pool, player_id),
    CONSTRAINT fk_ladder_rungs_player_id FOREIGN KEY(player_id) REFERENCES players (id)
);

CREATE INDEX ix_ladder_rungs_order ON ladder_rungs (pool, level DESC, wins DESC, first_won_at, player_id);

CREATE INDEX ix_ladder_rungs_player_id ON ladder_rungs (player_id);

CREATE TABLE leagues (
    id INTEGER NOT NULL,
    guild_id BIGINT NOT NULL,
    host_id BIGINT NOT NULL,
    channel_id BIGINT NOT NULL,
    ruleset VARCHAR(16) NOT NULL,
    language VARCHAR(16) NOT NULL,
    theme VARCHAR(16) NOT NULL,
    move_seconds INTEGER NOT NULL,
    month INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    created_at DATETIME NOT NULL,
    cup_id BIGINT,
    champions_cup_id BIGINT,
    next_at DATETIME,
    tried_at DATETIME,
    stopped_at DATETIME,
    sizes VARCHAR(100) NOT NULL,
    CONSTRAINT pk_leagues PRIMARY KEY (id),
    CONSTRAINT fk_leagues_guild_id FOREIGN KEY(guild_id) REFERENCES guilds (id),
    CONSTRAINT fk_leagues_host_id FOREIGN KEY(host_id) REFERENCES players (id)
);

CREATE UNIQUE INDEX ix_leagues_current ON leagues (guild_id, ruleset) WHERE stopped_at IS NULL;

CREATE INDEX ix_leagues_due ON leagues (next_at) WHERE next_at IS NOT NULL;

CREATE INDEX ix_leagues_guild_id ON leagues (guild_id);

CREATE INDEX ix_leagues_host_id ON leagues (host_id);

CREATE TABLE nicknames (
    guild_id BIGINT NOT NULL,
    player_id BIGINT NOT NULL,
    name VARCHAR(100) NOT NULL,
    CONSTRAINT pk_nicknames PRIMARY KEY (guild_id, player_id),
    CONSTRAINT fk_nicknames_guild_id FOREIGN KEY(guild_id) REFERENCES guilds (id),
    CONSTRAINT fk_nicknames_player_id FOREIGN KEY(player_id) REFERENCES players (id)
);

CREATE INDEX ix_nicknames_player_id ON nicknames (player_id);

CREATE TABLE puzzle_months (
    guild_id BIGINT NOT NULL,
    month DATE NOT NULL,
    player_id BIGINT NOT NULL,
    solved INTEGER NOT NULL,
    reached_at DATETIME NOT NULL,
    CONSTRAINT pk_puzzle_months PRIMARY KEY (guild_id, month, player_id),
    CONSTRAINT fk_puzzle_months_guild_id FOREIGN KEY(guild_id) REFERENCES guilds (id),
    CONSTRAINT fk_puzzle_months_player_id FOREIGN KEY(player_id) REFERENCES players (id)
);

CREATE INDEX ix_puzzle_months_order ON puzzle_months (guild_id, month, solved DESC, reached_at, player_id);

CREATE INDEX ix_puzzle_months_player_id ON puzzle_months (player_id);

CREATE TABLE puzzle_results (
    player_id BIGINT NOT NULL,
    puzzle VARCHAR(8) NOT NULL,
    tries INTEGER NOT NULL,
    solved_at DATETIME,
    shown_at DATETIME,
    CONSTRAINT pk_puzzle_results PRIMARY KEY (player_id, puzzle),
    CONSTRAINT fk_puzzle_results_player_id FOREIGN KEY(player_id) REFERENCES players (id)
);

CREATE TABLE puzzle_solvers (
    player_id BIGINT NOT NULL,
    rating DOUBLE NOT NULL,
    deviation DOUBLE NOT NULL,
    volatility DOUBLE NOT NULL,
    streak INTEGER NOT NULL,
    best_streak INTEGER NOT NULL,
    rated_at DATETIME NOT NULL,
    CONSTRAINT pk_puzzle_solvers PRIMARY KEY (player_id),
    CONSTRAINT fk_puzzle_solvers_player_id FOREIGN KEY(player_id) REFERENCES players (id)
);

CREATE TABLE rating_roles (
    guild_id BIGINT NOT NULL,
    role_id BIGINT NOT NULL,
    threshold INTEGER,
    CONSTRAINT pk_rating_roles PRIMARY KEY (guild_id, role_id),
    CONSTRAINT fk_rating_roles_guild_id FOREIGN KEY(guild_id) REFERENCES guilds (id)
);

CREATE TABLE ratings (
    pool BIGINT NOT NULL,
    ruleset VARCHAR(16) NOT NULL,
    player_id BIGINT NOT NULL,
    rating DOUBLE NOT NULL,
    deviation DOUBLE NOT NULL,
    volatility DOUBLE NOT NULL,
    games INTEGER NOT NULL,
    streak INTEGER NOT NULL,
    rated_at DATETIME NOT NULL,
    established_until DATETIME,
    CONSTRAINT pk_ratings PRIMARY KEY (pool, ruleset, player_id),
    CONSTRAINT fk_ratings_player_id FOREIGN KEY(player_id) REFERENCES players (id)
);

CREATE INDEX ix_ratings_established ON ratings (pool, ruleset, rating DESC, player_id, established_until, rated_at) WHERE established_until IS NOT NULL;

CREATE INDEX ix_ratings_player_id ON ratings (player_id);

CREATE INDEX ix_ratings_provisional ON ratings (pool, ruleset, rating DESC, player_id, rated_at) WHERE established_until IS NULL;

CREATE TABLE records (
    pool BIGINT NOT NULL,
    player_id BIGINT NOT NULL,
    ruleset VARCHAR(16) NOT NULL,
    color VARCHAR(8) NOT NULL,
    result VARCHAR(8) NOT NULL,
    reason VARCHAR(16) NOT NULL,
    games INTEGER NOT NULL,
    CONSTRAINT pk_records PRIMARY KEY (pool, player_id, ruleset, color, result, reason),
    CONSTRAINT ck_records_color CHECK (color IN ('white', 'black')),
    CONSTRAINT ck_records_result CHECK (result IN ('win', 'draw', 'loss')),
    CONSTRAINT fk_records_player_id FOREIGN KEY(player_id) REFERENCES players (id)
);

CREATE INDEX ix_records_player_id ON records (player_id);

CREATE TABLE role_checks (
    guild_id BIGINT NOT NULL,
    player_id BIGINT NOT NULL,
    due_at DATETIME NOT NULL,
    tries INTEGER NOT NULL,
    CONSTRAINT pk_role_checks PRIMARY KEY (guild_id, player_id),
    CONSTRAINT fk_role_checks_guild_id FOREIGN KEY(guild_id) REFERENCES guilds (id),
    CONSTRAINT fk_role_checks_player_id FOREIGN KEY(player_id) REFERENCES players (id)
);

CREATE INDEX ix_role_checks_due_at ON role_checks (due_at);

CREATE INDEX ix_role_checks_player_id ON role_checks (player_id);

CREATE TABLE role_holders (
    guild_id BIGINT NOT NULL,
    player_id BIGINT NOT NULL,
    role_id BIGINT NOT NULL,
    CONSTRAINT pk_role_holders PRIMARY KEY (guild_id, player_id, role_id),
    CONSTRAINT fk_role_holders_guild_id FOREIGN KEY(guild_id) REFERENCES guilds (id),
    CONSTRAINT fk_role_holders_player_id FOREIGN KEY(player_id) REFERENCES players (id)
);

CREATE INDEX ix_role_holders_player_id ON role_holders (player_id);

CREATE TABLE searches (
    id INTEGER NOT NULL,
    player_id BIGINT NOT NULL,
    guild_id BIGINT,
    channel_id BIGINT NOT NULL,
    server_name VARCHAR(100),
    language VARCHAR(16) NOT NULL,
    theme VARCHAR(16) NOT NULL,
    ruleset VARCHAR(16) NOT NULL,
    move_seconds INTEGER NOT NULL,
    rated BOOLEAN NOT NULL,
    everywhere BOOLEAN NOT NULL,
    began_at DATETIME NOT NULL,
    expires_at DATETIME NOT NULL,
    CONSTRAINT pk_searches PRIMARY KEY (id),
    CONSTRAINT fk_searches_player_id FOREIGN KEY(player_id) REFERENCES players (id),
    CONSTRAINT fk_searches_guild_id FOREIGN KEY(guild_id) REFERENCES guilds (id)
);

CREATE INDEX ix_searches_expires_at ON searches (expires_at);

CREATE INDEX ix_searches_guild_id ON searches (guild_id);

CREATE INDEX ix_searches_player_id ON searches (player_id);

CREATE TABLE seasons (
    id INTEGER NOT NULL,
    guild_id BIGINT NOT NULL,
    number INTEGER NOT NULL,
    started_at DATETIME NOT NULL,
    ended_at DATETIME,
    announcement_channel_id BIGINT,
    CONSTRAINT pk_seasons PRIMARY KEY (id),
    CONSTRAINT uq_seasons_guild_id_number UNIQUE (guild_id, number),
    CONSTRAINT fk_seasons_guild_id FOREIGN KEY(guild_id) REFERENCES guilds (id)
);

CREATE UNIQUE INDEX ix_seasons_running ON seasons (guild_id) WHERE ended_at IS NULL;

CREATE INDEX ix_seasons_to_announce ON seasons (id) WHERE announcement_channel_id IS NOT NULL;

CREATE TABLE team_matches (
    id INTEGER NOT NULL,
    status VARCHAR(16) NOT NULL,
    revision INTEGER NOT NULL,
    created_at DATETIME NOT NULL,
    started_at DATETIME,
    ends_at DATETIME,
    postponed_until DATETIME,
    checked_at DATETIME,
    ended_at DATETIME,
    waits_until DATETIME,
    due_at DATETIME,
    unsettled BOOLEAN NOT NULL,
    terms TEXT NOT NULL,
    boards TEXT NOT NULL,
    CONSTRAINT pk_team_matches PRIMARY KEY (id),
    CONSTRAINT fk_team_matches_id FOREIGN KEY(id) REFERENCES events (id)
);

CREATE INDEX ix_team_matches_due ON team_matches (due_at) WHERE due_at IS NOT NULL;

CREATE TABLE training (
    player_id BIGINT NOT NULL,
    ruleset VARCHAR(16) NOT NULL,
    run INTEGER NOT NULL,
    longest INTEGER NOT NULL,
    wins INTEGER NOT NULL,
    line VARCHAR(40) NOT NULL,
    trained_at DATETIME NOT NULL,
    CONSTRAINT pk_training PRIMARY KEY (player_id, ruleset),
    CONSTRAINT fk_training_player_id FOREIGN KEY(player_id) REFERENCES players (id)
);

CREATE TABLE vacations (
    id INTEGER NOT NULL,
    player_id BIGINT NOT NULL,
    starts_at DATETIME NOT NULL,
    ends_at DATETIME NOT NULL,
    CONSTRAINT pk_vacations PRIMARY KEY (id),
    CONSTRAINT fk_vacations_player_id FOREIGN KEY(player_id) REFERENCES players (id)
);

CREATE INDEX ix_vacations_player_id_ends_at ON vacations (player_id, ends_at);

CREATE TABLE cups (
    id INTEGER NOT NULL,
    guild_id BIGINT NOT NULL,
    league_id INTEGER,
    host_id BIGINT NOT NULL,
    channel_id BIGINT NOT NULL,
    message_id BIGINT,
    language VARCHAR(16) NOT NULL,
    theme VARCHAR(16) NOT NULL,
    status VARCHAR(16) NOT NULL,
    revision INTEGER NOT NULL,
    created_at DATETIME NOT NULL,
    ended_at DATETIME,
    paused_at DATETIME,
    postponed_until DATETIME,
    waits_until DATETIME,
    due_at DATETIME,
    unsettled BOOLEAN NOT NULL,
    shown INTEGER,
    shown_at DATETIME,
    called_at DATETIME,
    told_stages INTEGER NOT NULL,
    told_end BOOLEAN NOT NULL,
    terms TEXT NOT NULL,
    stages TEXT,
    CONSTRAINT pk_cups PRIMARY KEY (id),
    CONSTRAINT fk_cups_id FOREIGN KEY(id) REFERENCES events (id),
    CONSTRAINT fk_cups_guild_id FOREIGN KEY(guild_id) REFERENCES guilds (id),
    CONSTRAINT fk_cups_league_id FOREIGN KEY(league_id) REFERENCES leagues (id),
    CONSTRAINT fk_cups_host_id FOREIGN KEY(host_id) REFERENCES players (id)
);

CREATE INDEX ix_cups_current ON cups (guild_id, id) WHERE ended_at IS NULL;

CREATE INDEX ix_cups_due ON cups (due_at) WHERE due_at IS NOT NULL;

CREATE INDEX ix_cups_guild_id_id ON cups (guild_id, id);

CREATE INDEX ix_cups_host_id ON cups (host_id);

CREATE INDEX ix_cups_league_id ON cups (league_id);

CREATE TABLE games (
    id INTEGER NOT NULL,
    challenge_id INTEGER,
    simul_id INTEGER,
    event_id INTEGER,
    guild_id BIGINT,
    white_guild_id BIGINT,
    black_guild_id BIGINT,
    white_id BIGINT NOT NULL,
    black_id BIGINT NOT NULL,
    white_name VARCHAR(100) NOT NULL,
    black_name VARCHAR(100) NOT NULL,
    white_helped BOOLEAN NOT NULL,
    black_helped BOOLEAN NOT NULL,
    ruleset VARCHAR(16) NOT NULL,
    start VARCHAR(16) NOT NULL,
    rated BOOLEAN NOT NULL,
    hints BOOLEAN NOT NULL,
    swapped BOOLEAN NOT NULL,
    over_limit BOOLEAN DEFAULT 0 NOT NULL,
    move_seconds INTEGER,
    total_seconds INTEGER,
    increment_seconds INTEGER,
    white_left INTEGER,
    black_left INTEGER,
    status VARCHAR(16) NOT NULL,
    revision INTEGER NOT NULL,
    plies INTEGER NOT NULL,
    winner VARCHAR(8),
    reason VARCHAR(16),
    created_at DATETIME NOT NULL,
    played_at DATETIME,
    finished_at DATETIME,
    dirty BOOLEAN NOT NULL,
    computer_moves BOOLEAN NOT NULL,
    stalled BOOLEAN NOT NULL,
    text_board BOOLEAN,
    announcement_channel_id BIGINT,
    moves TEXT,
    takebacks TEXT,
    offers TEXT,
    seats TEXT,
    score TEXT,
    best_play TEXT,
    crowd TEXT,
    guesses TEXT,
    boards TEXT NOT NULL,
    CONSTRAINT pk_games PRIMARY KEY (id),
    CONSTRAINT ck_games_status CHECK (status IN ('active', 'finished')),
    CONSTRAINT ck_games_winner CHECK (winner IN ('white', 'black')),
    CONSTRAINT ck_games_reason CHECK ((status = 'finished') = (reason IS NOT NULL)),
    CONSTRAINT ck_games_two_people CHECK (white_id <> black_id),
    CONSTRAINT uq_games_challenge_id UNIQUE (challenge_id),
    CONSTRAINT fk_games_challenge_id FOREIGN KEY(challenge_id) REFERENCES challenges (id),
    CONSTRAINT fk_games_simul_id FOREIGN KEY(simul_id) REFERENCES challenges (id),
    CONSTRAINT fk_games_event_id FOREIGN KEY(event_id) REFERENCES events (id),
    CONSTRAINT fk_games_guild_id FOREIGN KEY(guild_id) REFERENCES guilds (id),
    CONSTRAINT fk_games_white_id FOREIGN KEY(white_id) REFERENCES players (id),
    CONSTRAINT fk_games_black_id FOREIGN KEY(black_id) REFERENCES players (id)
);

CREATE INDEX ix_games_black_id ON games (black_id);

CREATE INDEX ix_games_finished_in_guild_of_black ON games (black_id, guild_id, finished_at, id, ruleset, winner, white_id) WHERE status = 'finished';

CREATE INDEX ix_games_finished_in_guild_of_white ON games (white_id, guild_id, finished_at, id, ruleset, winner, black_id) WHERE status = 'finished';

CREATE INDEX ix_games_finished_of_black ON games (black_id, finished_at, id, ruleset, winner, white_id) WHERE status = 'finished';

CREATE INDEX ix_games_finished_of_white ON games (white_id, finished_at, id, ruleset, winner, black_id) WHERE status = 'finished';

CREATE INDEX ix_games_found ON games (id) WHERE challenge_id IS NULL AND simul_id IS NULL AND event_id IS NULL AND white_id NOT BETWEEN 1 AND 10 AND black_id NOT BETWEEN 1 AND 10;

CREATE INDEX ix_games_guild_id ON games (guild_id);

CREATE INDEX ix_games_of_event ON games (event_id) WHERE event_id IS NOT NULL;

CREATE INDEX ix_games_of_simul ON games (simul_id) WHERE simul_id IS NOT NULL;

CREATE INDEX ix_games_of_two ON games (white_id, black_id, finished_at, id, guild_id, ruleset, winner, reason);

CREATE INDEX ix_games_running_anywhere_of_black ON games (black_id, id) WHERE status = 'active';

CREATE INDEX ix_games_running_anywhere_of_white ON games (white_id, id) WHERE status = 'active';

CREATE INDEX ix_games_running_in_guild ON games (guild_id, id) WHERE status = 'active';

CREATE INDEX ix_games_running_in_place_of_black ON games (black_guild_id, id) WHERE status = 'active' AND black_guild_id IS NOT NULL;

CREATE INDEX ix_games_running_in_place_of_white ON games (white_guild_id, id) WHERE status = 'active' AND white_guild_id IS NOT NULL;

CREATE INDEX ix_games_running_of_black ON games (black_id, guild_id, id) WHERE status = 'active';

CREATE INDEX ix_games_running_of_crowds ON games (id) WHERE status = 'active' AND crowd IS NOT NULL;

CREATE INDEX ix_games_running_of_crowds_in_guild ON games (guild_id, id, status, crowd) WHERE status = 'active' AND crowd IS NOT NULL;

CREATE INDEX ix_games_running_of_white ON games (white_id, guild_id, id) WHERE status = 'active';

CREATE INDEX ix_games_to_announce ON games (id) WHERE announcement_channel_id IS NOT NULL;

CREATE INDEX ix_games_unshown ON games (id) WHERE dirty IS 1;

CREATE INDEX ix_games_waiting_for_computer ON games (id) WHERE computer_moves IS 1;

CREATE TABLE league_members (
    league_id INTEGER NOT NULL,
    player_id BIGINT NOT NULL,
    position INTEGER NOT NULL,
    joined_at DATETIME NOT NULL,
    division INTEGER,
    place INTEGER,
    seat INTEGER,
    CONSTRAINT pk_league_members PRIMARY KEY (league_id, player_id),
    CONSTRAINT fk_league_members_league_id FOREIGN KEY(league_id) REFERENCES leagues (id),
    CONSTRAINT fk_league_members_player_id FOREIGN KEY(player_id) REFERENCES players (id)
);

CREATE INDEX ix_league_members_player_id ON league_members (player_id);

CREATE TABLE season_places (
    season_id INTEGER NOT NULL,
    ruleset VARCHAR(16) NOT NULL,
    rank INTEGER NOT NULL,
    player_id BIGINT NOT NULL,
    rating DOUBLE NOT NULL,
    games INTEGER NOT NULL,
    streak INTEGER NOT NULL,
    CONSTRAINT pk_season_places PRIMARY KEY (season_id, ruleset, rank),
    CONSTRAINT fk_season_places_season_id FOREIGN KEY(season_id) REFERENCES seasons (id),
    CONSTRAINT fk_season_places_player_id FOREIGN KEY(player_id) REFERENCES players (id)
);

CREATE INDEX ix_season_places_player_id ON season_places (player_id);

CREATE TABLE team_members (
    team_match_id INTEGER NOT NULL,
    player_id BIGINT NOT NULL,
    side INTEGER NOT NULL,
    position INTEGER NOT NULL,
    joined_at DATETIME NOT NULL,
    rating DOUBLE NOT NULL,
    provisional BOOLEAN NOT NULL,
    leaving VARCHAR(16),
    CONSTRAINT pk_team_members PRIMARY KEY (team_match_id, player_id),
    CONSTRAINT fk_team_members_team_match_id FOREIGN KEY(team_match_id) REFERENCES team_matches (id),
    CONSTRAINT fk_team_members_player_id FOREIGN KEY(player_id) REFERENCES players (id)
);

CREATE INDEX ix_team_members_player_id ON team_members (player_id);

CREATE TABLE team_sides (
    team_match_id INTEGER NOT NULL,
    side INTEGER NOT NULL,
    guild_id BIGINT NOT NULL,
    manager_id BIGINT NOT NULL,
    name VARCHAR(100) NOT NULL,
    channel_id BIGINT NOT NULL,
    message_id BIGINT,
    language VARCHAR(16) NOT NULL,
    theme VARCHAR(16) NOT NULL,
    lost BOOLEAN NOT NULL,
    shown INTEGER,
    shown_at DATETIME,
    called_at DATETIME,
    told BOOLEAN NOT NULL,
    told_end BOOLEAN NOT NULL,
    CONSTRAINT pk_team_sides PRIMARY KEY (team_match_id, side),
    CONSTRAINT fk_team_sides_team_match_id FOREIGN KEY(team_match_id) REFERENCES team_matches (id),
    CONSTRAINT fk_team_sides_guild_id FOREIGN KEY(guild_id) REFERENCES guilds (id),
    CONSTRAINT fk_team_sides_manager_id FOREIGN KEY(manager_id) REFERENCES players (id)
);

CREATE INDEX ix_team_sides_guild_id ON team_sides (guild_id);

CREATE INDEX ix_team_sides_manager_id ON team_sides (manager_id);

CREATE TABLE accuracies (
    game_id INTEGER NOT NULL,
    player_id BIGINT NOT NULL,
    pool BIGINT NOT NULL,
    ruleset VARCHAR(16) NOT NULL,
    kept INTEGER NOT NULL,
    decisions INTEGER NOT NULL,
    CONSTRAINT pk_accuracies PRIMARY KEY (game_id, player_id, pool),
    CONSTRAINT fk_accuracies_game_id FOREIGN KEY(game_id) REFERENCES games (id),
    CONSTRAINT fk_accuracies_player_id FOREIGN KEY(player_id) REFERENCES players (id)
);

CREATE INDEX ix_accuracies_player_id_pool_ruleset_kept_decisions ON accuracies (player_id, pool, ruleset, kept, decisions);

CREATE TABLE badges (
    player_id BIGINT NOT NULL,
    badge VARCHAR(32) NOT NULL,
    game_id INTEGER,
    earned_at DATETIME NOT NULL,
    CONSTRAINT pk_badges PRIMARY KEY (player_id, badge),
    CONSTRAINT fk_badges_player_id FOREIGN KEY(player_id) REFERENCES players (id),
    CONSTRAINT fk_badges_game_id FOREIGN KEY(game_id) REFERENCES games (id)
);

CREATE INDEX ix_badges_game_id ON badges (game_id);

CREATE TABLE cup_entrants (
    cup_id INTEGER NOT NULL,
    player_id BIGINT NOT NULL,
    position INTEGER NOT NULL,
    joined_at DATETIME NOT NULL,
    rating DOUBLE NOT NULL,
    provisional BOOLEAN NOT NULL,
    leaving VARCHAR(16),
    left_in INTEGER,
    medal INTEGER,
    CONSTRAINT pk_cup_entrants PRIMARY KEY (cup_id, player_id),
    CONSTRAINT fk_cup_entrants_cup_id FOREIGN KEY(cup_id) REFERENCES cups (id),
    CONSTRAINT fk_cup_entrants_player_id FOREIGN KEY(player_id) REFERENCES players (id)
);

CREATE INDEX ix_cup_entrants_player_id ON cup_entrants (player_id);

CREATE TABLE due_times (
    id INTEGER NOT NULL,
    kind VARCHAR(16) NOT NULL,
    at DATETIME NOT NULL,
    game_id INTEGER,
    challenge_id INTEGER,
    event_id BIGINT,
    player_id BIGINT,
    CONSTRAINT pk_due_times PRIMARY KEY (id),
    CONSTRAINT uq_due_times_game_id_kind UNIQUE (game_id, kind),
    CONSTRAINT uq_due_times_challenge_id_kind UNIQUE (challenge_id, kind),
    CONSTRAINT fk_due_times_game_id FOREIGN KEY(game_id) REFERENCES games (id),
    CONSTRAINT fk_due_times_challenge_id FOREIGN KEY(challenge_id) REFERENCES challenges (id),
    CONSTRAINT fk_due_times_player_id FOREIGN KEY(player_id) REFERENCES players (id)
);

CREATE INDEX ix_due_times_at ON due_times (at);

CREATE INDEX ix_due_times_player_id ON due_times (player_id);

CREATE TABLE guesses (
    game_id INTEGER NOT NULL,
    ply INTEGER NOT NULL,
    player_id BIGINT NOT NULL,
    guild_id BIGINT NOT NULL,
    move VARCHAR(8) NOT NULL,
    guessed_at DATETIME NOT NULL,
    correct BOOLEAN,
    CONSTRAINT pk_guesses PRIMARY KEY (game_id, ply, player_id),
    CONSTRAINT fk_guesses_game_id FOREIGN KEY(game_id) REFERENCES games (id),
    CONSTRAINT fk_guesses_player_id FOREIGN KEY(player_id) REFERENCES players (id),
    CONSTRAINT fk_guesses_guild_id FOREIGN KEY(guild_id) REFERENCES guilds (id)
);

CREATE INDEX ix_guesses_guild_id_guessed_at ON guesses (guild_id, guessed_at);

CREATE INDEX ix_guesses_player_id ON guesses (player_id);

CREATE TABLE moderation_acts (
    id INTEGER NOT NULL,
    guild_id BIGINT NOT NULL,
    moderator_id BIGINT NOT NULL,
    kind VARCHAR(16) NOT NULL,
    game_id INTEGER,
    event_id INTEGER,
    league_id INTEGER,
    player_id BIGINT,
    reason VARCHAR(200),
    proposed_at DATETIME NOT NULL,
    done_at DATETIME,
    CONSTRAINT pk_moderation_acts PRIMARY KEY (id),
    CONSTRAINT fk_moderation_acts_guild_id FOREIGN KEY(guild_id) REFERENCES guilds (id),
    CONSTRAINT fk_moderation_acts_moderator_id FOREIGN KEY(moderator_id) REFERENCES players (id),
    CONSTRAINT fk_moderation_acts_game_id FOREIGN KEY(game_id) REFERENCES games (id),
    CONSTRAINT fk_moderation_acts_event_id FOREIGN KEY(event_id) REFERENCES events (id),
    CONSTRAINT fk_moderation_acts_league_id FOREIGN KEY(league_id) REFERENCES leagues (id),
    CONSTRAINT fk_moderation_acts_player_id FOREIGN KEY(player_id) REFERENCES players (id)
);

CREATE INDEX ix_moderation_acts_event_id ON moderation_acts (event_id);

CREATE INDEX ix_moderation_acts_game_id ON moderation_acts (game_id);

CREATE INDEX ix_moderation_acts_guild_id_done_at_id ON moderation_acts (guild_id, done_at, id);

CREATE INDEX ix_moderation_acts_league_id ON moderation_acts (league_id);

CREATE INDEX ix_moderation_acts_moderator_id ON moderation_acts (moderator_id);

CREATE INDEX ix_moderation_acts_player_id ON moderation_acts (player_id);

CREATE TABLE notes (
    game_id INTEGER NOT NULL,
    player_id BIGINT NOT NULL,
    text TEXT NOT NULL,
    written_at DATETIME NOT NULL,
    CONSTRAINT pk_notes PRIMARY KEY (game_id, player_id),
    CONSTRAINT fk_notes_game_id FOREIGN KEY(game_id) REFERENCES games (id),
    CONSTRAINT fk_notes_player_id FOREIGN KEY(player_id) REFERENCES players (id)
);

CREATE INDEX ix_notes_player_id ON notes (player_id);

CREATE TABLE rating_events (
    id INTEGER NOT NULL,
    ruleset VARCHAR(16),
    game_id INTEGER,
    season_id INTEGER,
    CONSTRAINT pk_rating_events PRIMARY KEY (id),
    CONSTRAINT ck_rating_events_one_cause CHECK ((game_id IS NULL) <> (season_id IS NULL)),
    CONSTRAINT ck_rating_events_ruleset CHECK ((game_id IS NULL) = (ruleset IS NULL)),
    CONSTRAINT uq_rating_events_game_id UNIQUE (game_id),
    CONSTRAINT fk_rating_events_game_id FOREIGN KEY(game_id) REFERENCES games (id),
    CONSTRAINT uq_rating_events_season_id UNIQUE (season_id),
    CONSTRAINT fk_rating_events_season_id FOREIGN KEY(season_id) REFERENCES seasons (id)
);

CREATE INDEX ix_rating_events_ruleset_id ON rating_events (ruleset, id);

CREATE TABLE rematches (
    game_id INTEGER NOT NULL,
    challenge_id INTEGER,
    next_game_id INTEGER,
    CONSTRAINT pk_rematches PRIMARY KEY (game_id),
    CONSTRAINT fk_rematches_game_id FOREIGN KEY(game_id) REFERENCES games (id),
    CONSTRAINT fk_rematches_challenge_id FOREIGN KEY(challenge_id) REFERENCES challenges (id),
    CONSTRAINT fk_rematches_next_game_id FOREIGN KEY(next_game_id) REFERENCES games (id)
);

CREATE INDEX ix_rematches_challenge_id ON rematches (challenge_id);

CREATE INDEX ix_rematches_next_game_id ON rematches (next_game_id);

CREATE TABLE reports (
    game_id INTEGER NOT NULL,
    reporter_id BIGINT NOT NULL,
    text TEXT,
    reported_at DATETIME NOT NULL,
    CONSTRAINT pk_reports PRIMARY KEY (game_id, reporter_id),
    CONSTRAINT fk_reports_game_id FOREIGN KEY(game_id) REFERENCES games (id),
    CONSTRAINT fk_reports_reporter_id FOREIGN KEY(reporter_id) REFERENCES players (id)
);

CREATE INDEX ix_reports_reported_at ON reports (reported_at);

CREATE INDEX ix_reports_reporter_id ON reports (reporter_id);

CREATE TABLE reviews (
    game_id INTEGER NOT NULL,
    review TEXT NOT NULL,
    made_at DATETIME NOT NULL,
    CONSTRAINT pk_reviews PRIMARY KEY (game_id),
    CONSTRAINT fk_reviews_game_id FOREIGN KEY(game_id) REFERENCES games (id)
);

CREATE TABLE votes (
    game_id INTEGER NOT NULL,
    ply INTEGER NOT NULL,
    player_id BIGINT NOT NULL,
    move VARCHAR(8) NOT NULL,
    voted_at DATETIME NOT NULL,
    kept BOOLEAN,
    CONSTRAINT pk_votes PRIMARY KEY (game_id, ply, player_id),
    CONSTRAINT fk_votes_game_id FOREIGN KEY(game_id) REFERENCES games (id),
    CONSTRAINT fk_votes_player_id FOREIGN KEY(player_id) REFERENCES players (id)
);

CREATE INDEX ix_votes_player_id_game_id ON votes (player_id, game_id);

CREATE TABLE rating_changes (
    pool BIGINT NOT NULL,
    ruleset VARCHAR(16) NOT NULL,
    player_id BIGINT NOT NULL,
    event_id INTEGER NOT NULL,
    game_id INTEGER NOT NULL,
    opponent_id BIGINT NOT NULL,
    opponent_rating DOUBLE NOT NULL,
    score DOUBLE NOT NULL,
    "before" DOUBLE NOT NULL,
    "after" DOUBLE NOT NULL,
    deviation DOUBLE NOT NULL,
    volatility DOUBLE NOT NULL,
    games INTEGER NOT NULL,
    streak INTEGER NOT NULL,
    rated_at DATETIME NOT NULL,
    CONSTRAINT pk_rating_changes PRIMARY KEY (pool, ruleset, player_id, event_id),
    CONSTRAINT uq_rating_changes_game_id_pool_player_id UNIQUE (game_id, pool, player_id),
    CONSTRAINT fk_rating_changes_player_id FOREIGN KEY(player_id) REFERENCES players (id),
    CONSTRAINT fk_rating_changes_event_id FOREIGN KEY(event_id) REFERENCES rating_events (id),
    CONSTRAINT fk_rating_changes_game_id FOREIGN KEY(game_id) REFERENCES games (id),
    CONSTRAINT fk_rating_changes_opponent_id FOREIGN KEY(opponent_id) REFERENCES players (id)
);

CREATE INDEX ix_rating_changes_event_id ON rating_changes (event_id);

CREATE INDEX ix_rating_changes_games ON rating_changes (pool, ruleset, player_id, games);

CREATE INDEX ix_rating_changes_opponent_id ON rating_changes (opponent_id);

CREATE INDEX ix_rating_changes_player_id_pool_ruleset_rated_at ON rating_changes (player_id, pool, ruleset, rated_at);

CREATE INDEX ix_rating_changes_streak ON rating_changes (pool, ruleset, player_id, streak) WHERE score = 1.0;

CREATE INDEX ix_rating_changes_won ON rating_changes (pool, ruleset, player_id, opponent_rating, event_id) WHERE score = 1.0;
