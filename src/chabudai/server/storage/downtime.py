"""The time during which the server did not run: what it means for a table that waits for somebody."""

import msgspec

from chabudai.server.storage.listing import Listing


def waits_under_limit(listing: Listing) -> bool:
    """Check whether a table waits for a person who has a limited time to choose."""
    has_limit = listing.status == "playing" and listing.limit > 0
    return has_limit and any(listing.sitters[seat].guest for seat in listing.waiting)


def after_downtime(listing: Listing, seconds: float) -> Listing:
    """Return the summary of an unfinished table, with its times moved by the time during which the server did not run.

    `touched` is one of them: an idle table is removed after days that count only while the server runs.
    """
    wake = listing.wake + seconds if listing.wake is not None and waits_under_limit(listing) else listing.wake
    return msgspec.structs.replace(listing, touched=listing.touched + seconds, wake=wake)
