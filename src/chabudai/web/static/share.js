// Shares an address: by the device's own sheet where there is one, otherwise by copying it.

// Return "shared", "copied", or "" if neither was possible or the person has closed the sheet.
export async function share(address, title = document.title) {
  if (navigator.share) {
    try {
      await navigator.share({ title, url: address });
      return "shared";
    } catch (error) {
      if (error.name === "AbortError") return "";
    }
  }
  return copy(address);
}

// Without TLS there is no clipboard: then a field that is selected can still be copied by hand.
export async function copy(address) {
  try {
    await navigator.clipboard.writeText(address);
    return "copied";
  } catch {
    return "";
  }
}
