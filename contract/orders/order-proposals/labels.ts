/** The labels of the fields of orders that staff prepare, for people. */
export const orderProposalFieldLabels = {
  proposal: '代客下单',
  proposalId: '代客下单',
} as const satisfies Record<string, string>
