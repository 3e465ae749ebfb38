export { listEntries, payByWallet, refundToWallet, topUp, walletShortfall } from './wallet.ts'
