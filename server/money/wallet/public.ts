export { formatWalletShortfall, listWalletEntries, payByWallet, refundToWallet, topUp } from './wallet.ts'
