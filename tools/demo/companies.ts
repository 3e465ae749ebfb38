import type { verificationEndpoints } from '#contract/people/verification/api.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { GROUP_MEMBER, GROUP_PARENT, MAIN, NEW_AGENT, NEW_ENTERPRISE, TWO_SEATS } from './people.ts'

type AgentForm = InputOf<typeof verificationEndpoints.agentAuth>

/** An enterprise of the demo with the data of its documents. Its numbers are valid but belong to nobody; its pictures are drawn. */
export interface DemoCompany {
  mobile: string
  name: string
  /** The credit code without its check character. */
  codeStem: string
  agent: { name: string; birthday: string; entryDate: string }
  legal: { name: string; birthday: string }
  industry: AgentForm['industry']
  nature: AgentForm['companyNature']
  /** In 10,000 yuan. */
  capital: number
  founded: string
  /** The colour of its documents, 0–359. */
  shade: number
}

export const miningCompany: DemoCompany = {
  mobile: MAIN,
  name: '深圳市鹏岩矿业有限公司',
  codeStem: '91440300MA5FAKE01',
  shade: 150,
  agent: { name: '林国栋', birthday: '1984-04-12', entryDate: '2016-03-01' },
  legal: { name: '沈启明', birthday: '1971-09-23' },
  industry: '金属与非金属矿',
  nature: '民营企业',
  capital: 5_000,
  founded: '2012-05-18',
}

export const tunnelCompany: DemoCompany = {
  mobile: TWO_SEATS,
  name: '广东穗隧建设工程有限公司',
  codeStem: '91440101MA9FAKE02',
  shade: 210,
  agent: { name: '黄志远', birthday: '1990-11-05', entryDate: '2019-07-15' },
  legal: { name: '梁伟成', birthday: '1968-02-14' },
  industry: '隧道与地铁',
  nature: '国有企业',
  capital: 12_000,
  founded: '2008-09-01',
}

/** The parent of a group. */
export const groupParentCompany: DemoCompany = {
  mobile: GROUP_PARENT,
  name: '湖南湘峦路桥集团有限公司',
  codeStem: '91430100MA4FAKE05',
  shade: 90,
  agent: { name: '彭建国', birthday: '1976-02-18', entryDate: '2009-04-01' },
  legal: { name: '唐绍文', birthday: '1966-07-30' },
  industry: '公路养护与铣刨',
  nature: '国有企业',
  capital: 30_000,
  founded: '2003-06-12',
}

/** Its member, which builds tunnels. */
export const groupMemberCompany: DemoCompany = {
  mobile: GROUP_MEMBER,
  name: '湖南湘峦隧道机械施工有限公司',
  codeStem: '91430100MA4FAKE06',
  shade: 330,
  agent: { name: '蒋小波', birthday: '1987-10-09', entryDate: '2018-03-05' },
  legal: { name: '易长河', birthday: '1973-01-22' },
  industry: '隧道与地铁',
  nature: '国有企业',
  capital: 8_000,
  founded: '2010-11-26',
}

/** Waits for the review of its enterprise; its submission included the senior step. */
export const companyAwaitingEnterpriseReview: DemoCompany = {
  mobile: NEW_ENTERPRISE,
  name: '山西晋岭煤业有限公司',
  codeStem: '91140100MA0FAKE03',
  shade: 30,
  agent: { name: '武建军', birthday: '1979-06-30', entryDate: '2014-10-08' },
  legal: { name: '武振山', birthday: '1962-12-01' },
  industry: '煤矿',
  nature: '民营企业',
  capital: 8_000,
  founded: '2005-04-26',
}

/** Waits for the review of its agent. */
export const companyAwaitingAgentReview: DemoCompany = {
  mobile: NEW_AGENT,
  name: '贵州黔峰路桥养护有限公司',
  codeStem: '91520100MA6FAKE04',
  shade: 270,
  agent: { name: '杨秀兰', birthday: '1993-08-17', entryDate: '2021-05-10' },
  legal: { name: '罗正宏', birthday: '1975-03-09' },
  industry: '公路养护与铣刨',
  nature: '民营企业',
  capital: 1_200,
  founded: '2016-11-11',
}
