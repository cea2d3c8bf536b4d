const [tab, lineFeed, carriageReturn, space] = [0x09, 0x0a, 0x0d, 0x20];

/**
 * Returns the text of an iCalendar file (UTF-8, RFC 5545, 3.1.4), without NULs. A line may be folded in the middle of a character (3.1), so
 * lines are unfolded as bytes, before they are decoded.
 */
export function calendarText(bytes: Uint8Array): string {
  return new TextDecoder().decode(unfolded(bytes)).replaceAll('\0', '');
}

/** Returns the lines of an iCalendar file without their folds. */
export function unfolded(bytes: Uint8Array): Uint8Array {
  const kept = new Uint8Array(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const end = bytes[at] === carriageReturn && bytes[at + 1] === lineFeed ? at + 1 : at;
    const next = bytes[end + 1];
    if (bytes[end] === lineFeed && (next === space || next === tab)) at = end + 1;
    else kept[length++] = bytes[at]!;
  }
  return kept.subarray(0, length);
}
