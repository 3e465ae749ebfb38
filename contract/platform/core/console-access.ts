// Written by tools/draw.ts. Do not edit; run npm run docs.

/**
 * The calls of the console by the roles that may make them; 'staff' are all roles. The menu needs only this, so the first page loads no
 * schemas of calls.
 */
export const consoleCallsByRoles = {
  'staff': [
    'staff/log-out', 'staff/me', 'staff/change-pwd', 'staff/confirm-totp', 'staff/recovery-codes/renew', 'queue/list', 'finder/find',
    'account-manager/choices', 'attribute/list', 'attribute/detail', 'attribute-set/list', 'attribute-set/detail',
    'attribute-set/categories', 'machine-model/list', 'export/attributes', 'export/attribute-sets', 'export/machine-models', 'notice/list',
    'notice/unread', 'notice/read-all',
  ],
  'reviewer admin auditor': [
    'verification/list', 'verification/view', 'file/view', 'licence/list', 'licence/view', 'export/verifications', 'export/licences',
    'holiday/list',
  ],
  'reviewer admin': [
    'verification/claim', 'verification/release', 'verification/approve', 'verification/reject', 'licence/claim', 'licence/release',
    'licence/approve', 'licence/reject', 'holiday/set', 'holiday/remove', 'enterprise/freeze', 'enterprise/unfreeze',
  ],
  'finance admin auditor': [
    'file/view-payment', 'payment/refunds', 'payment/reconcile', 'purchase-order/costs', 'margin/list', 'margin/months',
    'receivables-report/summary', 'receivables-report/managers', 'moving-in/state', 'moving-in/list', 'moving-in/companies',
    'moving-in/result', 'moving-in/template', 'export/sensitive-changes', 'export/margins', 'export/receivables-report',
    'export/month-margins', 'export/sku-costs', 'export/refunds', 'sensitive-change/list',
  ],
  'support warehouse finance admin auditor': [
    'order/list', 'order/detail', 'order-note/list', 'fulfilment/receipt', 'document/delivery-note', 'document/delivery-notes',
    'after-sale/list', 'after-sale/queues', 'after-sale/detail', 'after-sale/picture', 'export/orders', 'export/order-lines',
    'export/after-sales',
  ],
  'support admin': [
    'order/agree-cancel', 'order/refuse-cancel', 'quotation/quote', 'quotation/refuse', 'quotation/send-message', 'order-proposal/send',
    'order-proposal/withdraw', 'after-sale/approve', 'after-sale/reject', 'after-sale/say', 'after-sale/refund-instead',
    'after-sale/exchange', 'comment/answer', 'comment/hide', 'comment/unhide', 'enterprise-note/add', 'enterprise-tag/save',
    'enterprise-tag/delete', 'enterprise-tag/set-of', 'follow-up/add', 'follow-up/complete', 'follow-up/postpone', 'message-text/save',
    'message-text/reset', 'inquiry/answer', 'inquiry/close', 'announcement/save', 'announcement/withdraw', 'user/freeze', 'user/unfreeze',
    'user/end-sessions', 'enterprise/end-sessions', 'integration/revoke-key', 'integration/disable-webhook',
  ],
  'support warehouse finance admin': [
    'order-note/add', 'fulfilment/ask-track',
  ],
  'warehouse admin': [
    'fulfilment/ship', 'fulfilment/close-short', 'fulfilment/correct-parcel', 'wave/create', 'wave/mark-picked', 'wave/remove-order',
    'wave/ship', 'wave/import-waybills', 'wave/close', 'wave/cancel', 'waybill/take', 'waybill/give-back', 'after-sale/inspect',
    'warehouse/save', 'warehouse/set-bin', 'stock-transfer/save', 'stock-transfer/send', 'stock-transfer/receive',
    'stock-transfer/close-short', 'stock-transfer/cancel', 'stock-count/create', 'stock-count/create-from-file', 'stock-count/enter',
    'stock-count/import-counts', 'stock-count/submit', 'stock-count/cancel', 'purchase-order/receive', 'purchase-order/reverse',
    'sku/adjust-stock', 'stock/count', 'stock/set-bin', 'stock/import-bins', 'stock/import-receipts',
  ],
  'warehouse admin auditor': [
    'fulfilment/warehouses', 'document/waybill-labels',
  ],
  'support warehouse admin': [
    'fulfilment/add-track', 'fulfilment/remove-track', 'fulfilment/attach-receipt',
  ],
  'support warehouse admin auditor': [
    'wave/list', 'wave/detail', 'wave/orders', 'wave/candidates', 'wave/choices', 'wave/pick-list', 'wave/packing', 'waybill/list',
    'waybill/carriers', 'handover-list/list', 'handover-list/carriers', 'document/wave-delivery-notes', 'document/handover-list',
    'export/waves', 'export/wave-orders', 'export/wave-candidates', 'export/waybills', 'export/handover-list',
  ],
  'support admin auditor': [
    'quotation/list', 'quotation/detail', 'quotation/skus', 'order-proposal/list', 'order-proposal/detail', 'order-proposal/company',
    'order-proposal/match', 'comment/list', 'comment/picture', 'export/order-proposals', 'export/quotations', 'export/comments',
    'export/inquiries', 'export/announcements', 'text/list', 'message-text/list', 'message-text/versions', 'inquiry/list',
    'inquiry/mobile', 'announcement/list', 'integration/overview', 'integration/deliveries',
  ],
  'finance admin': [
    'after-sale/refund', 'invoice/approve', 'invoice/recode', 'invoice/reject', 'invoice/retry', 'invoice/enter', 'invoice/enter-red',
    'invoice/enter-red-confirmation', 'invoice/retry-red', 'invoice/take-back', 'credit/set-base-limit', 'credit/grant-temp-limit',
    'statement/decide-dispute', 'statement/set-daily-rate', 'acceptance/accept', 'acceptance/reject', 'acceptance/bounce',
    'acceptance/honour', 'acceptance/discount', 'acceptance/propose-honour', 'acceptance/propose-discount', 'acceptance/propose-recourse',
    'acceptance/decide-honour', 'finance-request/propose-waiver', 'finance-request/propose-write-off', 'finance-request/decide',
    'bad-debt/propose-forgiving', 'payment/retry-refund', 'voucher/approve', 'voucher/reject', 'bank/import-statement', 'bank/assign',
    'bank/give-back', 'bank/void-line', 'bank/record', 'value-day/propose', 'value-day/decide', 'collection/assign', 'collection/note',
    'collection/promise', 'collection/withdraw-promise', 'collection/issue-letter', 'collection/hand-over', 'collection/take-back',
    'order-stop/propose-put', 'order-stop/propose-lift', 'order-stop/decide', 'credit-book/decide-limit', 'receipt/ask-now',
    'reconciliation/answer', 'reconciliation/rerun', 'journal/set-rules', 'journal-month/close', 'journal-month/ask',
    'journal-month/decide', 'journal-month/remake', 'proof/run', 'wallet/record-top-up', 'moving-in/try', 'moving-in/sums',
    'moving-in/submit', 'moving-in/approve', 'moving-in/cancel', 'moving-in/stop', 'moving-in/resume', 'sensitive-change/withdraw',
  ],
  'finance support admin auditor': [
    'invoice/list', 'invoice/queues', 'invoice/detail', 'invoice/file', 'invoice/export', 'statement/list', 'statement/export',
    'statement/detail', 'statement/disputes', 'account-statement/overview', 'account-statement/paper',
    'account-statement/confirmation-letter', 'acceptance/detail', 'acceptance/list', 'acceptance/requests', 'finance-request/list',
    'bad-debt/list', 'bad-debt/detail', 'provision/list', 'provision/current', 'provision/lines', 'voucher/list', 'voucher/detail',
    'bank/imports', 'bank/lines', 'bank/line', 'bank/exact-matches', 'bank/awaited', 'value-day/requests', 'value-day/corrections',
    'collection/list', 'collection/summary', 'collection/detail', 'collection/letter', 'collection/handover-file', 'collection/report',
    'order-stop/list', 'receivable/summary', 'receivable/list', 'receivable/terms', 'receivable/export', 'credit-book/accounts',
    'credit-book/holds', 'credit-book/limit-changes', 'credit-book/limit-requests', 'credit-book/export', 'receipt/list',
    'receipt/unclear', 'receipt/detail', 'receipt/export', 'reconciliation/days', 'reconciliation/differences', 'reconciliation/export',
    'ledger/accounts', 'ledger/days', 'ledger/transfers', 'ledger/export', 'journal/chart', 'journal/lines', 'journal/balances',
    'journal/months', 'journal/enterprises', 'journal/bank-journal', 'journal/export-entries', 'journal-month/list', 'proof/latest',
    'proof/runs', 'revenue/lines', 'revenue/totals', 'customer-report/summary', 'customer-report/list', 'customer-report/managers',
    'export/customer-report', 'export/manager-report', 'export/disputes', 'export/acceptances', 'export/acceptance-requests',
    'export/finance-requests', 'export/bad-debts', 'export/provisions', 'export/provision-lines', 'export/vouchers', 'export/bank-imports',
    'export/bank-lines', 'export/value-day-requests', 'export/value-day-corrections', 'export/journal-lines', 'export/journal-balances',
    'export/journal-months', 'export/journal-enterprises', 'export/bank-journal', 'export/revenue-lines', 'export/collections',
    'export/collection-report', 'export/order-stops', 'export/holds', 'export/limit-changes', 'export/limit-requests',
    'export/reconciliation-days', 'export/ledger-days', 'export/proofs',
  ],
  'support reviewer finance admin auditor': [
    'enterprise/list', 'enterprise/detail', 'account-manager/history', 'enterprise-note/list', 'enterprise-tag/list', 'follow-up/list',
    'export/enterprises', 'export/follow-ups',
  ],
  'support finance admin auditor': [
    'account-manager/overview',
  ],
  'admin': [
    'account-manager/assign', 'account-manager/hand-over', 'job/retry', 'shop/set-staff', 'level/set-benefits', 'company-picture/upload',
    'setting/set-site', 'setting/set-party', 'setting/set-prices', 'setting/set-receipt', 'setting/set-order-proposal',
    'setting/set-credit', 'setting/set-provision', 'setting/set-acceptance', 'setting/set-bank', 'setting/set-collection',
    'setting/set-levels', 'setup/settle', 'setup/finish', 'staff-account/add', 'staff-account/modify', 'staff-account/set-status',
    'staff-account/reset-pwd', 'staff-account/reset-totp', 'staff-account/end-sessions', 'sensitive-change/approve',
    'sensitive-change/reject',
  ],
  'admin auditor': [
    'job/overview', 'shop/staff', 'export/staff', 'export/audit', 'export/paper-looks', 'company-picture/stamp', 'setting/read',
    'setting/history', 'setup/state', 'audit/list', 'audit/actions', 'paper-look/list', 'staff-account/list',
  ],
  'catalogue support warehouse finance admin auditor': [
    'shop/list', 'shop/detail', 'category/list', 'export/shops',
  ],
  'catalogue admin': [
    'shop/save', 'shop/pause', 'shop/open', 'category/save', 'category/move', 'category/merge', 'category/delete', 'brand/save',
    'brand/delete', 'supplier/save', 'supplier/add-price', 'purchase-order/save', 'purchase-order/place', 'purchase-order/cancel',
    'purchase-order/close-short', 'licence/save-kind', 'licence/delete-kind', 'licence/save-of-shop', 'licence/remove-of-shop',
    'goods-picture/upload', 'goods-picture/save-alt', 'goods-picture/delete', 'goods-document/upload', 'goods-document/delete',
    'goods/save', 'goods/discard-draft', 'goods/publish', 'goods/take-off', 'goods/relist', 'goods/archive', 'goods/copy', 'goods/restore',
    'sku/set-price', 'sku/set-shelf', 'attribute/save', 'attribute/delete', 'attribute/merge-choices', 'attribute-set/save',
    'attribute-set/delete', 'attribute-set/assign', 'machine-model/save', 'machine-model/delete', 'search-word/save', 'search-word/delete',
    'price/add', 'price/modify', 'price/set-prices', 'price/import', 'goods-bulk/try', 'goods-bulk/apply', 'goods-bulk/stop',
    'goods-bulk/undo', 'goods-import/try', 'goods-import/apply', 'goods-import/stop', 'coupon/add', 'coupon/modify', 'coupon/stop',
    'coupon/resume', 'coupon/grant', 'coupon/make-codes', 'freight/save', 'delivery-time/save', 'home-section/save',
    'home-section/arrange', 'home-section/order', 'home-section/delete', 'home-section/save-stage',
  ],
  'catalogue support warehouse admin auditor': [
    'brand/list', 'export/brands',
  ],
  'catalogue warehouse finance admin auditor': [
    'supplier/list', 'supplier/detail', 'supplier/prices', 'supplier/price-history', 'purchase-order/list', 'purchase-order/detail',
    'purchase-order-printout/print', 'stock-report/summary', 'stock-report/list', 'stock-report/replenishment',
    'stock-report/replenishment-sums', 'export/suppliers', 'export/supplier-prices', 'export/stock-report', 'export/replenishment',
    'export/purchase-orders', 'platform-key/list',
  ],
  'catalogue warehouse support admin auditor': [
    'warehouse/list', 'warehouse/detail', 'warehouse/stock', 'stock-transfer/list', 'stock-transfer/detail', 'sku/list', 'sku/detail',
    'stock/movements', 'export/warehouses', 'export/warehouse-stock', 'export/stock-transfers', 'export/skus', 'export/movements',
  ],
  'catalogue warehouse support finance admin auditor': [
    'warehouse/choices',
  ],
  'warehouse finance admin auditor': [
    'stock-count/list', 'stock-count/detail', 'stock-count/lines', 'stock-count/entry', 'stock-count-printout/print',
    'export/stock-counts', 'export/stock-count-lines',
  ],
  'warehouse finance admin': [
    'stock-count/approve', 'stock-count/reject',
  ],
  'finance support catalogue admin auditor': [
    'sales-report/summary', 'sales-report/list', 'export/sales-report',
  ],
  'finance catalogue admin auditor': [
    'coupon-report/summary', 'coupon-report/list', 'export/coupon-report',
  ],
  'catalogue reviewer support admin auditor': [
    'licence/kinds', 'licence/shop-list', 'export/shop-licences',
  ],
  'catalogue admin auditor': [
    'licence/view-of-shop', 'goods-picture/list', 'goods-document/list', 'goods/list', 'goods/detail', 'goods/preview', 'goods/attributes',
    'goods/names', 'goods/history', 'goods/version', 'search-word/list', 'search-word/missed', 'price/lists', 'price/list', 'price/items',
    'price/prices', 'price/history', 'price/export', 'goods-bulk/state', 'goods-bulk/list', 'goods-bulk/rows', 'goods-import/state',
    'goods-import/list', 'goods-import/rows', 'goods-import/result', 'goods-import/template', 'export/goods', 'coupon/templates',
    'coupon/template', 'coupon/choices', 'coupon/claims', 'coupon/code-list', 'coupon/codes', 'freight/list', 'delivery-time/detail',
    'export/goods-list', 'export/price-lists', 'export/price-history', 'export/coupon-templates', 'export/coupon-claims',
    'home-section/list', 'home-section/stage', 'home-section/preview',
  ],
  'catalogue finance admin auditor': [
    'tax-code/categories', 'tax-code/goods', 'level/list', 'export/tax-codes',
  ],
  'catalogue finance admin': [
    'tax-code/set-category', 'tax-code/set-goods',
  ],
  'catalogue support admin auditor': [
    'price/companies', 'price/for-enterprise', 'coupon/of-enterprise', 'export/held-coupons', 'banner/list',
  ],
  'support reviewer admin auditor': [
    'export/users', 'user/list', 'user/detail', 'enterprise/sessions',
  ],
  'support catalogue admin auditor': [
    'export/articles', 'article/list', 'article/detail', 'article/version', 'help-category/list',
  ],
  'support catalogue admin': [
    'article/create', 'article/save', 'article/discard', 'article/publish', 'article/withdraw', 'article/restore', 'help-category/save',
    'help-category/delete',
  ],
  'catalogue support admin': [
    'banner/save', 'banner/set-picture', 'banner/remove-picture', 'banner/delete',
  ],
  'catalogue warehouse finance admin': [
    'platform-key/add', 'platform-key/revoke',
  ],
} as const
