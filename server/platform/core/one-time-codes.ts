// Codes of six digits, which people type from an SMS or a mail. Who sends one stores only its digest and counts the tries.
import type { Moment } from './moment.ts'

/** The largest multiple of a million that 32 bits hold. */
const DRAWN_MAX = 4_294_000_000

/** Generates six random digits. Values that would make some codes more likely are discarded. */
export function generateSixDigitCode(moment: Moment): string {
  for (;;) {
    const drawn = moment.bytes(4).readUInt32BE()
    if (drawn < DRAWN_MAX) return String(drawn % 1_000_000).padStart(6, '0')
  }
}
