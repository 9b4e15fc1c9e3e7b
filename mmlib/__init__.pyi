from . import board as board
from .engine.progress_bar import progress as progress
from .experiments import problems as problems
from .experiments import results as results
from .experiments import whole_board as whole_board
from .experiments.check_player import check_player as check_player
from .experiments.game import Game as Game
from .experiments.game import play as play
from .experiments.hint import Hint as Hint
from .experiments.hint import hint as hint
from .experiments.leaderboard import Leaderboard as Leaderboard
from .experiments.leaderboard import leaderboard as leaderboard
from .experiments.many import play_many as play_many
from .experiments.sweep import sweep as sweep
from .experiments.turns import turns as turns
from .game import codes as codes
from .game import rules as rules
from .game.codes import all_codes as all_codes
from .game.codes import as_code as as_code
from .game.codes import as_codes as as_codes
from .game.codes import random_codes as random_codes
from .game.history import History as History
from .game.rules import PRESETS as PRESETS
from .game.rules import Rules as Rules
from .game.scoring import SCORINGS as SCORINGS
from .game.scoring import Feedback as Feedback
from .game.scoring import feedback as feedback
from .game.scoring import feedback_matrix as feedback_matrix
from .game.scoring import feedback_row as feedback_row
from .genetic import fitness as fitness
from .genetic import operators as operators
from .players.base import Player as Player
from .players.base import Search as Search
from .players.genetic_player import GeneticPlayer as GeneticPlayer
from .players.registry import player as player
from .players.registry import players as players
from .players.settings import setting as setting
from .reason import consistent as consistent
from .reason import first_guess as first_guess
from .reason import partitions as partitions
from .reason.information import information as information
from .reason.null_model import null_model as null_model
from .report import controls as controls
from .report import plots as plots
from .report import published as published
from .report import stats as stats
from .report import verdicts as verdicts
from .report.stored_verdicts import stored_verdicts as stored_verdicts
from .report.tables import table as table
from .report.text_says import text_says as text_says
from .strategies.best_tree import best_tree as best_tree
from .strategies.evolve_strategy import EvolvedStrategy as EvolvedStrategy
from .strategies.evolve_strategy import evolve_strategy as evolve_strategy
from .strategies.prove_optimum import prove_optimum as prove_optimum
from .strategies.strategy_tree import strategy_tree as strategy_tree
from .strategies.tree import StrategyTree as StrategyTree

# The registry of players, in the order of the years. A line gives a player its class
# here, and its name in `mm.player` and `mm.players`: that of its file, or what the
# comment says. The wing of strategies is loaded when a player of it is asked for.
# isort: off
from .strategies.knuth import Knuth as Knuth  # player
from .strategies.irving import Irving as Irving  # player
from .strategies.neuwirth import Neuwirth as Neuwirth  # player
from .strategies.shapiro import Shapiro as Shapiro  # player
from .strategies.norvig import Norvig as Norvig  # player
from .strategies.bestavros_belal import MaxMin as MaxMin  # player maxmin
from .strategies.bestavros_belal import MaxEnt as MaxEnt  # player maxent
from .strategies.optimal import Optimal as Optimal  # player
from .players.annealing import Annealing as Annealing  # player
from .players.random_consistent import RandomConsistent as RandomConsistent  # player
from .players.bento import Bento as Bento  # player
from .strategies.swaszek import Swaszek as Swaszek  # player
from .players.gold import Gold as Gold  # player
from .players.kalisker_camens import KaliskerCamens as KaliskerCamens  # player
from .players.hill_climbing import HillClimbing as HillClimbing  # player
from .strategies.kooi import Kooi as Kooi  # player
from .players.merelo import Merelo as Merelo  # player
from .strategies.two_phase import TwoPhase as TwoPhase  # player
from .players.berghman import Berghman as Berghman  # player
from .players.e_ga import EGA as EGA  # player
from .players.evo import Evo as Evo  # player
from .players.nhea import NHEA as NHEA  # player
from .players.eda import EDA as EDA  # player
from .players.canonical_ga import CanonicalGA as CanonicalGA  # player
from .players.moga import MOGA as MOGA  # player
from .players.evo_rank import EvoRank as EvoRank  # player
from .players.nine_colors import NineColors as NineColors  # player
from .players.le_adoga import LeAdoga as LeAdoga  # player
from .strategies.one_step import OneStep as OneStep  # player
from .players.depth_first import DepthFirst as DepthFirst  # player
from .players.entropic import Entropic as Entropic  # player
from .players.far_sighted import FarSighted as FarSighted  # player
from .strategies.tuned import Tuned as Tuned  # player
from .strategies.one_rule import OneRule as OneRule  # player
# isort: on

__version__: str
