import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const ROOT = 'storefront'
const FIELD =
  /<(?:TextField|TextAreaField|SelectField|DayField|DayOf|PictureUploadTile(?:Row)?|StarChoice|SixDigits|PasswordField|SmsCodeField)\b/
/** How a form shows a refusal at the field that it names. */
const SHOWN =
  /\b\w+\.errorsByField\b|\b(?:showRefusalAtFormField|useApiMutationWithFormErrors|handleRefusalAtField|faultOf|addToCartError|repaymentAmountError|getPictureFileError)\(|\b(?:useVerificationStepForm|useFormWithPaymentPassword)[<(]|\bHANDLED_AT_FIELD$/m

/** Files with fields that need no error text, with the reason. */
const EXEMPT: Readonly<Record<string, string>> = {
  'storefront/billing/bills/account-statement.tsx': 'chooses the period that is shown, and says itself what is wrong with it',
  'storefront/billing/bills/disputes/disputed-units-fields.tsx': 'fields, whose form hands itself in',
  'storefront/sites/address/receiver-fields.tsx': 'fields, whose form hands itself in',
  'storefront/orders/after-sales/application-form.tsx': 'shows what useAfterSaleApplicationForm tells',
  'storefront/orders/checkout/shop-section.tsx': 'fields, whose errors are those of the form of order-info-page.tsx, told by useSubmit',
  'storefront/operations/dev/form-samples.tsx': 'shows the fields to whoever builds screens, and sends nothing',
  'storefront/orders/quotations/new-quotation-page.tsx': 'shows what useNewQuotationForm tells',
  'storefront/people/identity/login-page.tsx':
    'whatever is refused stands above the form of the page of the failed login (specification §2)',
  'storefront/people/identity/authentication/captcha-field.tsx': 'a field, whose form hands in its error',
  'storefront/people/identity/authentication/password-field.tsx': 'a field, whose form hands in its error',
  'storefront/people/identity/authentication/sms-code-field.tsx': 'a field, whose form hands in its error',
  'storefront/integration/integration/delivery-log.tsx': 'filters what is shown',
  'storefront/integration/integration/secrets.tsx':
    'one of three choices that are ours; what is refused of the password stands at its boxes',
  'storefront/orders/orders/cancel-dialog.tsx': 'its opener hands in the error',
  'storefront/sites/projects/site-field.tsx': 'a field, whose form hands in its error',
  'storefront/people/verification/forms/identity-document-tile.tsx': 'a field, whose form hands in its error',
}

const forms = readdirSync(ROOT, { recursive: true })
  .map((file) => path.join(ROOT, String(file)))
  .filter((file) => file.endsWith('.tsx') && !file.startsWith('storefront/platform/components/'))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }))

test('every storefront form shows a refusal at the field that it names', () => {
  const silent = forms.filter(({ text }) => FIELD.test(text) && !SHOWN.test(text)).map(({ file }) => file)
  expect(silent.toSorted()).toEqual(Object.keys(EXEMPT).toSorted())
})

// `fields: [...]` suppresses the toast, and `errorsByField` of the call has the reason. One without the other would show it twice or not at all.
const own = forms.filter(({ text }) => /\b\w+\.errorsByField\b/.test(text) && /\buseApiMutation\(/.test(text))

test('a form that shows a refusal at its field shows no toast for it', () => {
  expect(own.length).toBeGreaterThan(10)
  expect(own.filter(({ text }) => !/\bfields: \[/.test(text)).map(({ file }) => file)).toEqual([])
})

test('every field excluded from the toast has its error shown in the form', () => {
  const namesOf = (text: string) =>
    [...text.matchAll(/\bfields: \[([^\]]*)\]/g)].flatMap(([, names = '']) =>
      [...names.matchAll(/'([^']+)'/g)].map(([, name = '']) => name),
    )
  const shows = (text: string, name: string) =>
    [...text.matchAll(/\b(?:fieldErrors|\w+\.errorsByField)(?:\.(\w+)|\['([^']+)'\])/g)].some(
      ([, plain, quoted]) => name === (plain ?? quoted),
    )
  const unseen = own.flatMap(({ file, text }) =>
    namesOf(text)
      .filter((name) => !shows(text, name))
      .map((name) => `${file}: ${name}`),
  )
  expect(unseen).toEqual([])
})

/** A field that is written without the components of forms: also one keeps what is typed into it. A search keeps nothing. */
const RAW_FIELD = /<(?:textarea|input)\b(?!(?:(?!\/>)[\s\S])*?type="(?:checkbox|file|radio|range|search)")/

/** How a form keeps what is typed until it is sent or given up. */
const KEPT = /\b(?:usePersistedState|usePersistedForm|useFormWithPaymentPassword|useVerificationStepForm)\b/

/** Files with fields that keep nothing themselves, with the reason. */
const NOT_KEPT: Readonly<Record<string, string>> = {
  'storefront/billing/bills/account-statement.tsx': 'chooses the period that is shown',
  'storefront/billing/bills/disputes/disputed-units-fields.tsx': 'fields, whose form keeps them',
  'storefront/catalog/goods/facets/attribute-filters.tsx': 'filters what is shown',
  'storefront/catalog/goods/goods-list/price-filter.tsx': 'filters what is shown',
  'storefront/integration/integration/delivery-log.tsx': 'filters what is shown',
  'storefront/integration/integration/secrets.tsx': 'has a password and nothing else',
  'storefront/operations/dev/form-samples.tsx': 'shows the fields to whoever builds screens, and sends nothing',
  'storefront/operations/home/credit/credit-calculator.tsx': 'computes an example, and sends nothing',
  'storefront/orders/after-sales/application-form.tsx': 'shows what useAfterSaleApplicationForm keeps',
  'storefront/orders/checkout/shop-section.tsx': 'fields, whose form is kept by useCheckoutForm',
  'storefront/orders/quick-order/import-rows.tsx': 'a field, whose page keeps it (quick-order/draft.ts; new-quotation-page.tsx)',
  'storefront/orders/quick-order/quick-order-row.tsx': 'fields, whose page keeps them (quick-order/draft.ts)',
  'storefront/orders/quotations/draft/draft-lines.tsx': 'fields, whose form keeps them (quotation-draft.ts)',
  'storefront/orders/shopping-lists/shopping-list-line.tsx': 'a field, whose list keeps it',
  'storefront/people/account/change-password-page.tsx': 'has passwords and nothing else',
  'storefront/people/account/mobile/change-phone-page.tsx': 'has a code and nothing else',
  'storefront/people/account/pay-password-page.tsx': 'has passwords and a code and nothing else',
  'storefront/people/account/personal-data/close-account-form.tsx': 'has a password, a code and a consent and nothing else',
  'storefront/people/account/personal-data/download-page.tsx': 'has a password and nothing else',
  'storefront/people/identity/authentication/captcha-field.tsx': 'a field, whose form keeps what it may',
  'storefront/people/identity/authentication/password-field.tsx': 'a field, whose form keeps what it may',
  'storefront/people/identity/authentication/sms-code-field.tsx': 'a field, whose form keeps what it may',
  'storefront/people/identity/login-page.tsx': 'the browser fills it in, and another person may be the next to log in',
  'storefront/people/verification/forms/identity-document-tile.tsx': 'a field, whose form keeps what it may',
  'storefront/platform/shell/footer.tsx': 'searches',
  'storefront/sites/address/receiver-fields.tsx': 'fields, whose form keeps them',
  'storefront/sites/projects/site-field.tsx': 'a field, whose form keeps it',
}

test('every storefront form keeps what is typed over a reload', () => {
  const lost = forms.filter(({ text }) => (FIELD.test(text) || RAW_FIELD.test(text)) && !KEPT.test(text)).map(({ file }) => file)
  expect(lost.toSorted()).toEqual(Object.keys(NOT_KEPT).toSorted())
})

/** Files whose form is sent by a call elsewhere, which deletes what is stored (`useClearStoredForm`). */
const CLEARED_ELSEWHERE: Readonly<Record<string, string>> = {
  'storefront/orders/fulfilment/parcel-actions.tsx': 'storefront/orders/fulfilment/express-api.ts',
  'storefront/orders/orders/cancel-dialog.tsx': 'storefront/orders/orders/use-order.ts',
}

test('every storefront form deletes what is stored of it once it was sent', () => {
  const kept = forms.filter(({ text }) => /\busePersisted(?:State|Form)[<(]/.test(text))
  const cleared = /const \[\s*(?:\w+, \w+, (\w+)|\w+, (\w+)|\{[^}]*\}, (\w+)),?\s*\]\s*=\s*usePersisted(State|Form)[<(]/g
  const clears = (text: string) =>
    /\bclearStoredForm: sent\b/.test(text) ||
    [...text.matchAll(cleared)].some(([, third, second, besides, hook]) => (hook === 'State' ? third : (second ?? besides)) !== undefined)
  expect(kept.length).toBeGreaterThan(30)
  expect(kept.filter(({ text }) => !clears(text)).map(({ file }) => file)).toEqual(Object.keys(CLEARED_ELSEWHERE))
  for (const file of Object.values(CLEARED_ELSEWHERE)) expect(readFileSync(file, 'utf8')).toContain('useClearStoredForm(')
})

/** The names of fields that are never stored in the browser. */
const unstored = (() => {
  const list = readFileSync('storefront/platform/sessions/draft/form-draft.ts', 'utf8')
  const [, names = ''] = /unstoredFieldNames[^=]*= new Set\(\[([^\]]*)\]/.exec(list) ?? []
  return new Set([...names.matchAll(/'(\w+)'/g)].map(([, name]) => name))
})()

/** The numbers of documents and cards, which are typed into plain fields and never kept. */
const PLAIN_BUT_SECRET = ['bankCardNo', 'idNo', 'legalIdNo']

test('a plain field, whose text is kept, has no name that is never stored in the browser', () => {
  const plainField =
    /<(?:TextField|TextAreaField|SelectField|DayField)\b(?:(?!\/>)[\s\S])*?(?:register\('(?:\w+\.)*(\w+)'|value=\{draft\.(\w+)\})/g
  const found = forms
    .filter(({ text }) => KEPT.test(text))
    .flatMap(({ text }) => [...text.matchAll(plainField)].map(([, registered, drafted]) => registered ?? drafted ?? ''))
  expect(found.length).toBeGreaterThan(30)
  expect(found.filter((name) => unstored.has(name) && !PLAIN_BUT_SECRET.includes(name))).toEqual([])
})

test('a field for a password, a code or a document has a name that is never stored in the browser', () => {
  const secretField = /<(?:NewPasswordField|PasswordField|SmsCodeField|CaptchaField)\b(?:(?!\/>)[\s\S])*?register\('(\w+)'/g
  const found = forms.flatMap(({ text }) => [...text.matchAll(secretField)].map(([, name = '']) => name))
  expect(found.length).toBeGreaterThan(10)
  expect(found.filter((name) => !unstored.has(name))).toEqual([])
})
