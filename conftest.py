"""What every test needs: the kernels' environment, and figures compared as pictures."""

import base64
import io
import os

import numpy as np
import pytest
from PIL import Image

from mmlib.reproduce import ENVIRONMENT

os.environ.update(ENVIRONMENT)

#: Root-mean-square difference of pixels, of 255: an unchanged plot has less, a changed letter or a moved curve more.
MOST_DIFFERENCE = 2.0


def picture_difference(first: str, second: str) -> float:
    """Root-mean-square difference of two PNGs in base64, of 255; infinite if their sizes differ."""
    one, other = (
        np.asarray(Image.open(io.BytesIO(base64.b64decode(png))).convert("RGB"), dtype=float) for png in (first, second)
    )
    return float(np.sqrt(np.mean((one - other) ** 2))) if one.shape == other.shape else float("inf")


def pictures(outputs: list) -> list[str]:
    return [output["data"]["image/png"] for output in outputs if "image/png" in output.get("data", {})]


def compare_with_pictures(compare_outputs):
    """nbval's comparison, which passes over PNGs, followed by ours, which does not."""

    def compare(self, test, ref, skip_compare=None):
        if not compare_outputs(self, test, ref, skip_compare):
            return False
        new, stored = pictures(test), pictures(ref)
        if len(new) != len(stored):
            self.comparison_traceback.append(f"{len(stored)} figure(s) stored, {len(new)} drawn")
            return False
        for number, (one, other) in enumerate(zip(new, stored, strict=True), 1):
            difference = picture_difference(one, other)
            if difference > MOST_DIFFERENCE:
                self.comparison_traceback.append(
                    f"figure {number} differs from the stored one: root-mean-square pixel difference "
                    f"{difference:.1f} of 255, at most {MOST_DIFFERENCE} is allowed"
                )
                return False
        return True

    return compare


def pytest_configure(config: pytest.Config) -> None:
    from nbval.plugin import IPyNbCell

    if not hasattr(IPyNbCell.compare_outputs, "__wrapped__"):
        compare = compare_with_pictures(IPyNbCell.compare_outputs)
        compare.__wrapped__ = IPyNbCell.compare_outputs
        IPyNbCell.compare_outputs = compare
