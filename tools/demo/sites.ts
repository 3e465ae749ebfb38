import { fromYuan } from '#contract/platform/core/money.ts'
import { addDays, addMonths, toShanghaiDay, toShanghaiMonth } from '#contract/platform/core/shanghai.ts'
import type { TestUser } from '#server/platform/testing/test-user.ts'
import { MAIN, SUB } from './people.ts'
import { logInDemoMember, readDemoGoodsPhotoBySkuCode, type StoryContext } from './story-context.ts'
import { searchSkuByCode } from './trade.ts'

/** A project and a rig that orders of the mining company are allocated to. */
interface Site {
  projectId: string
  equipmentId: string
}

export interface DemoSiteIds {
  /** The second mine and its roadheader. */
  mine: Site
  /** A road and its milling machine. */
  road: Site
  /** The drilling rig of the mine. */
  drillId: string
}

type Wears = readonly (readonly [code: string, rate: number])[]

const wornBy = async (person: TestUser, wears: Wears) =>
  Promise.all(wears.map(async ([code, rate]) => ({ skuId: (await searchSkuByCode(person, code)).skuId, rate })))

/** The sites of the mining company: two projects, three rigs, and the consumables of each per 100 hours. */
export async function openDemoSites(stage: StoryContext): Promise<DemoSiteIds> {
  const person = await logInDemoMember(stage, MAIN)
  const { address, project, equipment } = person.api
  const members = await project.seats({})
  const userIdOf = (name: string) => members.find((member) => member.name === name)?.userId ?? null
  const memberIds = members.map(({ userId }) => userId)
  const { id: mineId } = await project.add({
    name: '英红二矿回采',
    code: 'YH-2026-02',
    site: '广东省清远市英德市英红镇 鹏岩二矿',
    managerId: userIdOf('林国栋'),
    memberIds,
    budget: fromYuan(40_000),
    budgetSpan: 'month',
  })
  const { id: roadId } = await project.add({
    name: 'G107 清远段路面铣刨',
    code: 'G107-QY',
    site: '广东省清远市清城区 G107 K2388—K2416',
    managerId: userIdOf('黄志远'),
    memberIds: memberIds.slice(0, 2),
    budget: fromYuan(120_000),
    budgetSpan: 'whole',
  })
  // Goods for the mine are delivered to its own yard.
  const yard = (await address.list({})).find(({ detail }) => detail.includes('鹏岩二矿'))
  if (!yard) throw new Error('the mine has no address')
  const { id, mobile, areaCode, detail, isDefault } = yard
  await address.modify({ id, name: yard.name, mobile, areaCode, detail, isDefault, projectId: mineId })
  const rig = async (name: string, model: string, serialNo: string, projectId: string, wears: Wears) =>
    (await equipment.add({ name, model, serialNo, projectId, wears: await wornBy(person, wears) })).id
  const header = await rig('1 号掘进机', 'EBZ160', 'EBZ160-21-0347', mineId, [
    ['KT-U84-22', 62],
    ['KT-DZ38-45', 2.5],
  ])
  const drillId = await rig('旋挖钻机', 'SR280R', 'SR280-1908', mineId, [['KT-BKH47-22', 4]])
  const planer = await rig('2 米铣刨机', 'W 200 Fi', 'WT-20-1162', roadId, [['KT-W6-20', 170]])
  return { mine: { projectId: mineId, equipmentId: header }, road: { projectId: roadId, equipmentId: planer }, drillId }
}

/** The readings of the hour meters at the beginning of each month since the sites were opened, and today. */
export async function recordDemoMeterReadings(stage: StoryContext, { mine, road, drillId }: DemoSiteIds): Promise<void> {
  const { equipment } = (await logInDemoMember(stage, MAIN)).api
  const today = toShanghaiDay(stage.clock.now)
  const days = [...[-5, -4, -3, -2, -1].map((months) => `${addMonths(toShanghaiMonth(stage.clock.now), months)}-06`), today]
  const meters = [
    [mine.equipmentId, [3_120, 3_502, 3_861, 4_270, 4_655, 5_020]],
    [road.equipmentId, [1_480, 1_655, 1_871, 2_044, 2_203, 2_392]],
    [drillId, [6_210, 6_288, 6_371, 6_455, 6_540, 6_630]],
  ] as const
  await Promise.all(
    meters.map(async ([id, hours]) => {
      for (const [at, day] of days.entries()) await equipment.addReading({ id, day, runHours: hours[at] ?? 0 })
    }),
  )
}

const NOTHING = { fileId: null, equipmentId: null, skuId: null, goodsNum: null }

/**
 * A sub-account makes a patrol through the mine. The main account adds the needed goods to its cart, and a finding without goods is closed.
 */
export async function createMinePatrols(stage: StoryContext, { mine, drillId }: DemoSiteIds): Promise<void> {
  const chen = await logInDemoMember(stage, SUB)
  const [pick, bullet] = [await searchSkuByCode(chen, 'KT-U84-22'), await searchSkuByCode(chen, 'KT-BKH47-22')]
  const photo = async (code: string) =>
    (await chen.api.files.uploadImage({ purpose: 'patrol' }, { file: readDemoGoodsPhotoBySkuCode(code) })).fileId
  const { projectId, equipmentId } = mine
  const today = toShanghaiDay(stage.clock.now)
  const { id } = await chen.api.patrol.add({
    route: '主运输巷 → 3 号掘进面',
    day: addDays(today, -1),
    projectId,
    note: '掘进面岩性变硬，f6 左右。',
    findings: [
      {
        ...NOTHING,
        text: '截割头右侧一排截齿合金磨平，转动不灵',
        severity: 'URGENT',
        equipmentId,
        fileId: await photo('KT-U84-22'),
        skuId: pick.skuId,
        goodsNum: 40,
      },
      { ...NOTHING, text: '二运皮带托辊有异响，已紧固支架', severity: 'MINOR' },
    ],
  })
  const { api } = await logInDemoMember(stage, MAIN)
  const [worn, loose] = (await api.patrol.detail({ id })).findings
  await api.patrol.toCart({ findingIds: worn ? [worn.id] : [] })
  if (loose) await api.patrol.setClosed({ findingId: loose.id, closed: true })
  await chen.api.patrol.add({
    route: '地面桩基施工区',
    day: today,
    projectId,
    findings: [
      {
        ...NOTHING,
        text: '旋挖钻斗边齿缺两支，其余磨损过半',
        severity: 'MAJOR',
        equipmentId: drillId,
        fileId: await photo('KT-BKH47-22'),
        skuId: bullet.skuId,
        goodsNum: 20,
      },
      { ...NOTHING, text: '泥浆池围挡缺口约 1 米，夜间无警示灯', severity: 'URGENT' },
    ],
  })
}
