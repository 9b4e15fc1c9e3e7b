from mmlib.report.picture import FILLS as FILLS
from mmlib.report.picture import Picture as Picture
from mmlib.report.picture import draw as draw
from mmlib.report.picture import picture as picture

from .landscape import Landscape as Landscape
from .play import Play as Play
from .step_through import StepThrough as StepThrough
from .step_through import bred_turns as bred_turns
