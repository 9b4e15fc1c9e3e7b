"""The website's settings.

`make site` lays out the pages, and Sphinx reads them with these settings.
"""

import mmlib

project = "mmlib"
version = release = mmlib.__version__
extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.autosummary", "numpydoc"]

nb_execution_mode = "off"  # what is stored is shown
nb_ipywidgets_js = {}  # it would be fetched from the network
myst_heading_anchors = 3

autosummary_generate = False
autodoc_typehints = "none"  # docstrings have them, with shapes and ranges
add_module_names = False
default_role = "py:obj"
numpydoc_show_class_members = False

html_theme = "pydata_sphinx_theme"
html_title = "mmlib"
html_copy_source = html_use_index = html_domain_indices = False
html_static_path = ["static"]
html_css_files = ["site.css"]
html_favicon = "static/favicon.svg"
# Pages of notebooks and of the API list their section beside them; these stand alone.
alone = [
    "index",
    "docs/*",
    "data/**",
    "players",
    "add_a_source",
    "CONTRIBUTING",
    "report",
    "search",
]
html_sidebars = {page: [] for page in alone}
html_context = {"default_mode": "auto"}  # light or dark, as the reader's system is
html_theme_options = {
    "logo": {"text": "mmlib"},
    "header_links_before_dropdown": 6,
    "navbar_persistent": ["search-button"],
    "secondary_sidebar_items": ["page-toc"],
    "footer_start": [],
    "footer_end": [],
    "pygments_light_style": "a11y-high-contrast-light",
    "pygments_dark_style": "a11y-high-contrast-dark",
}
