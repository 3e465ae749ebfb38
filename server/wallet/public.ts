export { payByWallet, refundToWallet, type WalletMove, walletShortfall } from './wallet.ts'
