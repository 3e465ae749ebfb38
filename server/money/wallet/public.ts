/**
 * Owns paying from a wallet, and what goes into it.
 * Writes no table.
 * Never stores a balance: the ledger has it.
 */

export { formatWalletShortfall, listWalletEntries, payFromWallet, refundToWallet, topUpWallet } from './wallet.ts'
