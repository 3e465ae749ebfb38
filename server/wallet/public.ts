export { payByWallet, refundToWallet, topUp, walletShortfall } from './wallet.ts'
