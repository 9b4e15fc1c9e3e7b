# The environment in which the outputs were stored: Python, and every package by its hash.
#
#     docker build --tag mmlib .
#     docker run --rm --volume "$PWD/report:/mmlib/build/report" mmlib
#
# runs every notebook, and writes report/index.html. It was not built where it was
# written; its steps were tried one by one, in an empty folder.
FROM python:3.11-slim-bookworm

RUN apt-get update \
    && apt-get install --yes --no-install-recommends make \
    && rm -rf /var/lib/apt/lists/*

WORKDIR /mmlib
COPY requirements.lock .
RUN python -m venv .venv \
    && .venv/bin/python -m pip install --no-cache-dir --require-hashes --requirement requirements.lock

COPY . .
RUN .venv/bin/python -m pip install --no-deps --no-build-isolation \
        --config-settings editable_mode=compat --editable . \
    && touch .venv/.installed \
    && make compile

CMD ["make", "reproduce"]
