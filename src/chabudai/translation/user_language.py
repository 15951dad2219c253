"""Finds the language of the person at the command line."""

from collections.abc import Mapping, Sequence

LANGUAGES = ("en", "ja")

_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The variables of the locale that name the language of messages; the first that is set counts."""

_OPTION = "--lang"


def language_of(arguments: Sequence[str], environment: Mapping[str, str]) -> str:
    """Return the language for these arguments: that of `--lang`, else that of the locale.

    It is needed before the arguments are parsed, for help and errors.
    """
    for index, argument in enumerate(arguments):
        name, equals, value = argument.partition("=")
        if name == _OPTION:
            given = value if equals else "".join(arguments[index + 1 : index + 2])
            if given in LANGUAGES:
                return given
    return locale_language(environment)


def locale_language(environment: Mapping[str, str]) -> str:
    """Return the language of the locale, or English if there are no texts in it."""
    locale = next((environment[name] for name in _VARIABLES if environment.get(name)), "")
    language = locale.replace("-", "_").replace(".", "_").partition("_")[0].casefold()
    return language if language in LANGUAGES else LANGUAGES[0]
