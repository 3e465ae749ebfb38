/**
 * Owns payments from a wallet, and the amounts that go into it.
 * Writes no table.
 * Never stores a balance: the ledger has it.
 */

export { formatInsufficientWalletMessage, listWalletEntries, payOrdersFromWallet, postRefundToWallet, postWalletTopUp } from './wallet.ts'
