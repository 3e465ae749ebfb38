// Written by tools/draw.ts. Do not edit; run npm run docs.

/**
 * The calls of the console by the permission that they need. With 'read' the auditor has it as well; 'staff' is everybody. The menu needs
 * only this, so the first page loads no schemas of calls.
 */
export const consoleCallsByPermission = {
  'staff': [
    'staff/log-out', 'staff/me', 'staff/change-pwd', 'staff/confirm-totp', 'staff/recovery-codes/renew', 'queue/list', 'queue/done',
    'finder/find', 'account-manager/choices', 'attribute/list', 'attribute/detail', 'attribute-set/list', 'attribute-set/detail',
    'attribute-set/categories', 'machine-model/list', 'export/file-history', 'export/attributes', 'export/attribute-sets',
    'export/machine-models', 'file-history/list', 'sensitive-change/list', 'sensitive-change/withdraw', 'saved-view/list',
    'saved-view/save', 'saved-view/rename', 'saved-view/move', 'saved-view/delete', 'saved-view/set-hidden-columns', 'notice/list',
    'notice/unread', 'notice/read-all', 'contact/mine', 'contact/choose', 'contact/send-mail-code', 'contact/confirm-mail',
    'contact/remove-mail', 'contact/save-quiet-hours',
  ],
  'shipment read': ['queue/shipments', 'fulfilment/warehouses', 'document/waybill-labels'],
  'inquiry read': ['queue/requests', 'export/inquiries', 'inquiry/list', 'inquiry/mobile'],
  'coupon read': [
    'queue/coupons', 'coupon/templates', 'coupon/template', 'coupon/choices', 'coupon/claims', 'coupon/code-list', 'coupon/codes',
    'export/coupon-templates', 'export/coupon-claims',
  ],
  'verification read': [
    'queue/verifications', 'verification/list', 'verification/view', 'file/view', 'export/verifications',
  ],
  'verification': ['verification/claim', 'verification/release', 'verification/approve', 'verification/reject'],
  'paymentPaper read': ['file/view-payment'],
  'orderView read': [
    'order/list', 'order/detail', 'order-note/list', 'order-tag/list', 'fulfilment/receipt', 'document/purchase-contract',
    'document/delivery-note', 'document/delivery-notes', 'export/orders', 'export/order-lines',
  ],
  'orderCancel': ['order/agree-cancel', 'order/refuse-cancel'],
  'orderNote': ['order-note/add', 'order-tag/set-of', 'fulfilment/ask-track'],
  'shipment': [
    'fulfilment/ship', 'fulfilment/close-short', 'fulfilment/correct-parcel', 'wave/ship', 'wave/import-waybills', 'waybill/take',
    'waybill/give-back',
  ],
  'parcelTrack': ['fulfilment/add-track', 'fulfilment/remove-track', 'fulfilment/attach-receipt'],
  'waveView read': [
    'wave/list', 'wave/detail', 'wave/orders', 'wave/candidates', 'wave/choices', 'wave/pick-list', 'wave/packing', 'waybill/list',
    'waybill/carriers', 'handover-list/list', 'handover-list/carriers', 'document/wave-delivery-notes', 'document/handover-list',
    'export/waves', 'export/wave-orders', 'export/wave-candidates', 'export/waybills', 'export/handover-list',
  ],
  'waveEdit': ['wave/create', 'wave/mark-picked', 'wave/remove-order', 'wave/close', 'wave/cancel'],
  'creditView read': [
    'signing/list', 'signing/download', 'document/credit-agreements', 'document/credit-agreement', 'company-group/list',
    'company-group/detail', 'finance-request/list', 'bad-debt/list', 'bad-debt/detail', 'provision/list', 'provision/current',
    'provision/lines', 'receivable/summary', 'receivable/list', 'receivable/terms', 'receivable/export', 'credit-book/accounts',
    'credit-book/holds', 'credit-book/limit-changes', 'credit-book/limit-requests', 'credit-book/export', 'export/signings',
    'export/finance-requests', 'export/bad-debts', 'export/provisions', 'export/provision-lines', 'export/company-groups', 'export/holds',
    'export/limit-changes', 'export/limit-requests',
  ],
  'creditEdit': [
    'signing/start-credit', 'signing/start-letter', 'signing/link', 'signing/cancel', 'company-group/create', 'company-group/invite',
    'company-group/set-share', 'company-group/remove', 'company-group/dissolve', 'credit/set-base-limit', 'credit/grant-temp-limit',
    'credit/set-group-limit', 'finance-request/propose-waiver', 'finance-request/propose-write-off', 'finance-request/decide',
    'bad-debt/propose-forgiving', 'credit-book/decide-limit',
  ],
  'statementView read': [
    'document/statement', 'company-group/statement', 'company-group/statement-file', 'statement/list', 'statement/export',
    'statement/detail', 'statement/disputes', 'statement/line-reductions', 'account-statement/overview', 'account-statement/paper',
    'account-statement/confirmation-letter', 'acceptance/detail', 'acceptance/list', 'acceptance/requests', 'export/disputes',
    'export/acceptances', 'export/acceptance-requests',
  ],
  'quotation read': [
    'quotation/list', 'quotation/detail', 'quotation/drawing', 'quotation/skus', 'quotation-printout/print', 'export/quotations',
    'export/quotation-lines',
  ],
  'quotation': [
    'quotation/mark-read', 'quotation/need-no-answer', 'quotation/quote', 'quotation/refuse', 'quotation/send-message',
  ],
  'orderProposal read': [
    'order-proposal/list', 'order-proposal/detail', 'order-proposal/company', 'order-proposal/match', 'export/order-proposals',
    'export/order-proposal-lines',
  ],
  'orderProposal': ['order-proposal/send', 'order-proposal/withdraw'],
  'afterSaleView read': [
    'after-sale/list', 'after-sale/queues', 'after-sale/detail', 'after-sale/picture', 'export/after-sales',
  ],
  'afterSaleHandle': [
    'after-sale/approve', 'after-sale/reject', 'after-sale/say', 'after-sale/refund-instead', 'after-sale/exchange',
  ],
  'afterSaleInspect': ['after-sale/inspect'],
  'afterSaleRefund': ['after-sale/refund'],
  'invoiceView read': ['invoice/list', 'invoice/queues', 'invoice/detail', 'invoice/file', 'invoice/export'],
  'invoiceEdit': [
    'invoice/approve', 'invoice/recode', 'invoice/reject', 'invoice/retry', 'invoice/enter', 'invoice/enter-red',
    'invoice/enter-red-confirmation', 'invoice/retry-red', 'invoice/take-back',
  ],
  'comment read': ['comment/list', 'comment/picture', 'export/comments'],
  'comment': ['comment/answer', 'comment/hide', 'comment/unhide'],
  'enterpriseView read': [
    'enterprise/list', 'enterprise/detail', 'account-manager/history', 'enterprise-note/list', 'enterprise-tag/list', 'follow-up/list',
    'phone-call/list', 'export/enterprises', 'export/phone-calls', 'export/follow-ups',
  ],
  'accountManagerView read': [
    'account-manager/overview', 'account-manager/list', 'sales-target/list', 'export/account-managers', 'export/sales-targets',
  ],
  'accountManagerAssign': [
    'account-manager/limit-to-own', 'account-manager/assign', 'account-manager/hand-over', 'sales-target/set',
  ],
  'enterpriseCare': [
    'enterprise-note/add', 'enterprise-tag/save', 'enterprise-tag/delete', 'enterprise-tag/set-of', 'follow-up/add', 'follow-up/complete',
    'follow-up/postpone', 'phone-call/record', 'phone-call/withdraw',
  ],
  'statementEdit': [
    'statement/decide-dispute', 'statement/set-daily-rate', 'acceptance/accept', 'acceptance/reject', 'acceptance/bounce',
    'acceptance/honour', 'acceptance/discount', 'acceptance/propose-honour', 'acceptance/propose-discount', 'acceptance/propose-recourse',
    'acceptance/decide-honour',
  ],
  'refund read': ['payment/refunds', 'payment/reconcile', 'export/refunds'],
  'refund': ['payment/retry-refund'],
  'bankView read': [
    'voucher/list', 'voucher/detail', 'bank/accounts', 'bank/imports', 'bank/lines', 'bank/line', 'bank/exact-matches', 'bank/awaited',
    'bank/undoable', 'bank-format/list', 'value-day/requests', 'value-day/corrections', 'receipt/list', 'receipt/detail', 'receipt/export',
    'export/vouchers', 'export/bank-imports', 'export/bank-lines', 'export/value-day-requests', 'export/value-day-corrections',
  ],
  'bankEdit': [
    'voucher/approve', 'voucher/reject', 'bank/import-statement', 'bank/assign', 'bank/undo', 'bank/give-back', 'bank/void-line',
    'bank/record', 'bank-format/save', 'bank-format/end', 'value-day/propose', 'value-day/decide', 'receipt/ask-now',
    'wallet/record-top-up',
  ],
  'collectionView read': [
    'collection/list', 'collection/summary', 'collection/detail', 'collection/letter', 'collection/handover-file', 'collection/report',
    'order-stop/list', 'export/collections', 'export/collection-report', 'export/order-stops',
  ],
  'collectionEdit': [
    'collection/assign', 'collection/note', 'collection/promise', 'collection/withdraw-promise', 'collection/issue-letter',
    'collection/hand-over', 'collection/take-back', 'order-stop/propose-put', 'order-stop/propose-lift', 'order-stop/decide',
  ],
  'ledgerView read': [
    'reconciliation/days', 'reconciliation/differences', 'reconciliation/export', 'ledger/accounts', 'ledger/days', 'ledger/transfers',
    'ledger/export', 'journal/chart', 'journal/lines', 'journal/balances', 'journal/months', 'journal/enterprises', 'journal/bank-journal',
    'journal/export-entries', 'journal-month/list', 'proof/latest', 'proof/runs', 'revenue/lines', 'revenue/totals',
    'export/journal-lines', 'export/journal-balances', 'export/journal-months', 'export/journal-enterprises', 'export/bank-journal',
    'export/revenue-lines', 'export/reconciliation-days', 'export/ledger-days', 'export/proofs',
  ],
  'ledgerEdit': [
    'reconciliation/answer', 'reconciliation/rerun', 'journal/set-rules', 'journal-month/close', 'journal-month/ask',
    'journal-month/decide', 'journal-month/remake', 'proof/run',
  ],
  'job read': ['job/overview'],
  'job': ['job/retry', 'job/give-up'],
  'shopView read': ['shop/list', 'shop/detail', 'category/list', 'export/shops'],
  'shopEdit': ['shop/save', 'shop/pause', 'shop/open', 'freight/save', 'delivery-time/save'],
  'shopStaff read': ['shop/staff'],
  'shopStaff': ['shop/set-staff'],
  'catalog': [
    'category/save', 'category/move', 'category/merge', 'category/delete', 'brand/save', 'brand/delete', 'attribute/save',
    'attribute/delete', 'attribute/merge-choices', 'attribute-set/save', 'attribute-set/delete', 'attribute-set/assign',
    'machine-model/save', 'machine-model/delete', 'search-word/save', 'search-word/delete',
  ],
  'brandView read': ['brand/list', 'export/brands'],
  'purchaseView read': [
    'supplier/list', 'supplier/detail', 'supplier/prices', 'supplier/price-history', 'stock-receipt/list', 'stock-receipt/detail',
    'stock-receipt/lines', 'purchase-order/list', 'purchase-order/detail', 'purchase-order-printout/print', 'export/suppliers',
    'export/stock-receipts', 'export/stock-receipt-lines', 'export/supplier-prices', 'export/purchase-orders',
    'export/purchase-order-lines',
  ],
  'purchaseEdit': [
    'supplier/save', 'supplier/add-price', 'purchase-order/save', 'purchase-order/place', 'purchase-order/set-expected-day',
    'purchase-order/cancel', 'purchase-order/close-short',
  ],
  'warehouseView read': [
    'warehouse/list', 'warehouse/detail', 'warehouse/stock', 'batch/list', 'batch/detail', 'batch/movements', 'stock-transfer/list',
    'stock-transfer/detail', 'export/warehouses', 'export/batches', 'export/batch-movements', 'export/warehouse-stock',
    'export/stock-transfers', 'export/stock-transfer-lines',
  ],
  'warehouseChoice read': ['warehouse/choices'],
  'warehouseEdit': [
    'warehouse/save', 'warehouse/set-bin', 'stock-transfer/save', 'stock-transfer/send', 'stock-transfer/receive',
    'stock-transfer/close-short', 'stock-transfer/cancel',
  ],
  'stock': [
    'batch/set-batched', 'batch/set-days', 'sku/adjust-stock', 'stock/count', 'stock/set-bin', 'stock/import-bins',
  ],
  'purchaseReceive': [
    'stock-receipt/create', 'stock-receipt/import', 'stock-receipt/reverse', 'purchase-order/receive', 'purchase-order/reverse',
  ],
  'stockCountView read': [
    'stock-count/list', 'stock-count/detail', 'stock-count/lines', 'stock-count/entry', 'stock-count-printout/print',
    'export/stock-counts', 'export/stock-count-lines',
  ],
  'stockCountEdit': [
    'stock-count/create', 'stock-count/create-from-file', 'stock-count/enter', 'stock-count/import-counts', 'stock-count/submit',
    'stock-count/cancel',
  ],
  'stockCountDecide': ['stock-count/approve', 'stock-count/reject'],
  'margin read': [
    'purchase-order/costs', 'margin/list', 'margin/made', 'margin/order', 'margin/months', 'export/margins', 'export/month-margins',
    'export/sku-costs',
  ],
  'supplierInvoiceView read': [
    'supplier-invoice/list', 'supplier-invoice/detail', 'supplier-invoice/uninvoiced-lines', 'supplier-invoice/uninvoiced',
    'export/supplier-invoices', 'export/supplier-invoice-lines', 'export/uninvoiced',
  ],
  'supplierInvoiceEdit': [
    'supplier-invoice/create', 'supplier-invoice/correct', 'supplier-invoice/rematch', 'supplier-invoice/void',
  ],
  'supplierInvoiceDecide': ['supplier-invoice/accept', 'supplier-invoice/send-back'],
  'salesReport read': [
    'sales-report/summary', 'sales-report/list', 'funnel/summary', 'funnel/list', 'export/sales-report', 'export/sales-points',
    'export/funnel',
  ],
  'customerReport read': [
    'customer-report/summary', 'customer-report/list', 'customer-report/managers', 'export/customer-report', 'export/manager-report',
  ],
  'enterpriseCare read': ['sales-target/mine'],
  'couponReport read': ['coupon-report/summary', 'coupon-report/list', 'export/coupon-points', 'export/coupon-report'],
  'receivablesReport read': [
    'receivables-report/summary', 'receivables-report/managers', 'export/receivables-months', 'export/receivables-report',
  ],
  'stockReport read': [
    'stock-report/summary', 'stock-report/list', 'stock-report/replenishment', 'stock-report/replenishment-sums', 'export/stock-report',
    'export/replenishment',
  ],
  'licenceView read': ['licence/kinds', 'licence/shop-list', 'export/shop-licences'],
  'licenceKind': ['licence/save-kind', 'licence/delete-kind', 'licence/save-of-shop', 'licence/remove-of-shop'],
  'licenceReview read': ['licence/list', 'licence/view', 'export/licences'],
  'licenceReview': ['licence/claim', 'licence/release', 'licence/approve', 'licence/reject'],
  'licenceKind read': ['licence/view-of-shop'],
  'goods': [
    'goods-picture/upload', 'goods-picture/save-alt', 'goods-picture/delete', 'goods-document/upload', 'goods-document/delete',
    'goods/save', 'goods/discard-draft', 'goods/publish', 'goods/take-off', 'goods/relist', 'goods/archive', 'goods/copy', 'goods/restore',
    'sku/set-shelf', 'goods-bulk/try', 'goods-bulk/apply', 'goods-bulk/stop', 'goods-bulk/undo', 'goods-import/try', 'goods-import/apply',
    'goods-import/stop',
  ],
  'goods read': [
    'goods-picture/list', 'goods-document/list', 'goods/list', 'goods/detail', 'goods/preview', 'goods/attributes', 'goods/names',
    'goods/history', 'goods/version', 'goods-bulk/state', 'goods-bulk/list', 'goods-bulk/rows', 'goods-import/state', 'goods-import/list',
    'goods-import/rows', 'goods-import/result', 'goods-import/template', 'export/goods', 'export/goods-list',
  ],
  'skuView read': ['sku/list', 'sku/detail', 'stock/movements', 'export/skus', 'export/movements'],
  'price': ['sku/set-price', 'price/add', 'price/modify', 'price/set-prices', 'price/import'],
  'catalog read': ['search-word/list', 'search-word/missed', 'export/missed-searches'],
  'taxCode read': ['tax-code/categories', 'tax-code/goods', 'export/tax-codes'],
  'taxCode': ['tax-code/set-category', 'tax-code/set-goods'],
  'price read': [
    'price/lists', 'price/list', 'price/items', 'price/prices', 'price/history', 'price/export', 'export/price-lists',
    'export/price-history',
  ],
  'enterpriseChoice read': ['price/companies'],
  'companyPriceView read': ['price/for-enterprise'],
  'movingIn': [
    'moving-in/try', 'moving-in/sums', 'moving-in/submit', 'moving-in/approve', 'moving-in/cancel', 'moving-in/stop', 'moving-in/resume',
  ],
  'movingIn read': [
    'moving-in/state', 'moving-in/list', 'moving-in/companies', 'moving-in/result', 'moving-in/template',
  ],
  'coupon': ['coupon/add', 'coupon/modify', 'coupon/stop', 'coupon/resume', 'coupon/grant', 'coupon/make-codes'],
  'couponView read': ['coupon/of-enterprise', 'export/held-coupons'],
  'levelView read': ['level/list'],
  'levelBenefits': ['level/set-benefits'],
  'shopEdit read': ['freight/list', 'delivery-time/detail'],
  'userView read': ['export/users', 'user/list', 'user/detail', 'enterprise/sessions'],
  'staffManage read': ['export/staff', 'custom-role/list', 'staff-account/list'],
  'sensitiveChange read': ['export/sensitive-changes'],
  'audit read': ['export/audit', 'export/paper-looks', 'audit/list', 'audit/actions', 'paper-look/list'],
  'article read': ['export/articles', 'article/list', 'article/detail', 'article/version', 'help-category/list'],
  'announcement read': ['export/announcements', 'announcement/list'],
  'holiday read': ['holiday/list'],
  'holiday': ['holiday/set', 'holiday/remove'],
  'setting': [
    'company-picture/upload', 'setting/set-site', 'setting/set-party', 'setting/set-prices', 'setting/set-receipt',
    'setting/set-order-proposal', 'setting/set-batches', 'setting/set-weighing', 'setting/set-reading', 'setting/set-credit',
    'setting/set-provision', 'setting/set-acceptance', 'setting/set-purchase-match', 'setting/set-bank', 'setting/set-collection',
    'setting/set-levels', 'setup/settle', 'setup/finish',
  ],
  'setting read': ['company-picture/stamp', 'setting/read', 'setting/history', 'setup/state'],
  'messageText read': ['text/list', 'message-text/list', 'message-text/versions'],
  'messageText': ['message-text/save', 'message-text/reset'],
  'article': [
    'article/create', 'article/save', 'article/discard', 'article/publish', 'article/withdraw', 'article/restore', 'help-category/save',
    'help-category/delete',
  ],
  'banner read': ['banner/list'],
  'banner': ['banner/save', 'banner/set-picture', 'banner/remove-picture', 'banner/delete'],
  'homeSection read': ['home-section/list', 'home-section/stage', 'home-section/preview'],
  'homeSection': [
    'home-section/save', 'home-section/arrange', 'home-section/order', 'home-section/delete', 'home-section/save-stage',
  ],
  'inquiry': ['inquiry/answer', 'inquiry/close'],
  'announcement': ['announcement/save', 'announcement/withdraw'],
  'staffManage': [
    'custom-role/add', 'custom-role/modify', 'custom-role/end', 'staff-account/add', 'staff-account/modify', 'staff-account/set-status',
    'staff-account/reset-pwd', 'staff-account/reset-totp', 'staff-account/end-sessions',
  ],
  'userFreeze': ['user/freeze', 'user/unfreeze', 'user/end-sessions', 'enterprise/end-sessions'],
  'sensitiveChangeDecide': ['sensitive-change/approve', 'sensitive-change/reject'],
  'enterpriseFreeze': ['enterprise/freeze', 'enterprise/unfreeze'],
  'integration read': ['integration/overview', 'integration/deliveries'],
  'integration': ['integration/revoke-key', 'integration/disable-webhook'],
  'platformKey read': ['platform-key/list'],
  'platformKey': ['platform-key/add', 'platform-key/revoke'],
} as const
