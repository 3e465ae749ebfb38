// The only file that touches the table `setting`.
import type { SiteInfo } from '../../contract/content/api.ts'
import type { Db } from '../platform/db.ts'

/** What the site says of itself until somebody sets it: placeholders, as the specification has them (§9). */
const placeholders: SiteInfo = {
  companyName: '岩锋工品',
  address: '广东省深圳市南山区',
  phone: '400-000-0000',
  email: 'service@example.com',
  hours: '工作日 8:30–18:00',
  copyright: '© 2026 岩锋工品',
  filingNo: '粤ICP备00000000号',
  filingUrl: 'https://beian.miit.gov.cn/',
}

export async function readSiteInfo(db: Db): Promise<SiteInfo> {
  const row = await db.selectFrom('setting').select('value').where('name', '=', 'site').executeTakeFirst()
  return { ...placeholders, ...(row?.value as Partial<SiteInfo> | undefined) }
}
