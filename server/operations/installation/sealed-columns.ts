import type { SealedColumn } from '#server/platform/core/reseal.ts'

/** All columns with sealed values. They must be resealed before a key is removed. A test compares this list with the schema. */
export const sealedColumns: readonly SealedColumn[] = [
  { table: 'file', column: 'sealed_key', key: ['enterprise_id', 'id'] },
  { table: 'verification_submission', column: 'sealed', key: ['enterprise_id', 'id'] },
  { table: 'verification_submission', column: 'readings_sealed', key: ['enterprise_id', 'id'] },
  { table: 'verification_reading', column: 'sealed', key: ['enterprise_id', 'id'] },
  { table: 'enterprise_licence', column: 'sealed', key: ['enterprise_id', 'id'] },
  { table: 'shop_licence', column: 'sealed', key: ['id'] },
  { table: 'shop_licence', column: 'sealed_key', key: ['id'] },
  { table: 'app_user', column: 'mobile_sealed', key: ['id'] },
  { table: 'closed_account', column: 'sealed', key: ['id'] },
  { table: 'staff', column: 'totp_sealed', key: ['id'] },
  { table: 'inquiry', column: 'mobile_sealed', key: ['id'] },
  { table: 'purchase_contract', column: 'parties_sealed', key: ['enterprise_id', 'id'] },
  { table: 'collection_letter', column: 'content_sealed', key: ['enterprise_id', 'id'] },
  { table: 'signing', column: 'sealed_key', key: ['enterprise_id', 'id'] },
  { table: 'signing', column: 'parties_sealed', key: ['enterprise_id', 'id'] },
  { table: 'webhook', column: 'secret_sealed', key: ['enterprise_id', 'id'] },
  { table: 'webhook', column: 'old_secret_sealed', key: ['enterprise_id', 'id'] },
  { table: 'sms_outbox', column: 'sealed', key: ['id'] },
  { table: 'former_secret', column: 'keys_sealed', key: ['id'] },
  { table: 'contact_setting', column: 'mail_sealed', key: ['id'] },
  { table: 'contact_setting', column: 'new_mail_sealed', key: ['id'] },
  { table: 'contact_setting', column: 'wechat_sealed', key: ['id'] },
  { table: 'moving_in_company', column: 'sealed', key: ['id'] },
]
