export { payByWallet, refundToWallet, walletShortfall } from './wallet.ts'
