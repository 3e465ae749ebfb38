// What the other modules of the server rest on; modules.mjs has those, and who may use whom.

/** Foundations that every server module may use, each on those before it. */
export const foundations = ['platform', 'http']

/** Modules that rest on the foundations alone. */
export const leaves = [
  'rate-limits',
  'message-texts',
  'organisation',
  'ledger',
  'push',
  'content',
  'dual-control',
  'inventory',
  'pdf',
  'sheets',
  'gateway',
  'spreadsheet',
  'change-feed',
]
