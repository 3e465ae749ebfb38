// Reads and writes the table `address`.

import { refuse } from '#contract/platform/core/refusals.ts'
import { ADDRESSES_PER_ENTERPRISE_MAX, type Address } from '#contract/sites/address/api.ts'
import { compileOnce } from '#server/platform/core/compiled-once.ts'
import { anyOfIdsSql, type Db, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { listProjects, requireProjectExists } from '#server/sites/projects/public.ts'
import { getRegionNamesByAreaCode } from './regions.ts'

export interface AddressInput {
  name: string
  mobile: string
  areaCode: string
  detail: string
  isDefault: boolean
  projectId: string | null
}

const rowsOf = (db: Db, enterpriseId: string) =>
  db
    .selectFrom('address')
    .select(['id', 'name', 'mobile', 'area_code', 'province', 'city', 'district', 'detail', 'is_default', 'project_id'])
    .where('enterprise_id', '=', enterpriseId)

type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['executeTakeFirstOrThrow']>>

/** Adds the names of the projects to the rows. */
async function addressesFrom(db: Db, enterpriseId: string, rows: readonly Row[]): Promise<Address[]> {
  const named = rows.some(({ project_id }) => project_id !== null)
  const projects = new Map((named ? await listProjects(db, enterpriseId) : []).map(({ id, name }) => [id, { id, name }]))
  return rows.map(({ area_code, is_default, project_id, ...row }) => ({
    ...row,
    areaCode: area_code,
    isDefault: is_default,
    project: projects.get(project_id ?? '') ?? null,
  }))
}

/** Lists the addresses of an enterprise, the default address first. */
export async function listAddresses(db: Db, enterpriseId: string): Promise<Address[]> {
  const rows = await rowsOf(db, enterpriseId)
    .orderBy('is_default', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(ADDRESSES_PER_ENTERPRISE_MAX)
    .execute()
  return addressesFrom(db, enterpriseId, rows)
}

const selectAddress = compileOnce((db, { enterpriseId, id }: { enterpriseId: string; id: string }) =>
  rowsOf(db, enterpriseId).where('id', '=', id),
)

export async function findAddress(db: Db, enterpriseId: string, id: string): Promise<Address | undefined> {
  const rows = await selectAddress(db, { enterpriseId, id }).execute()
  return (await addressesFrom(db, enterpriseId, rows))[0]
}

/** Returns an address of the enterprise. Refuses ADDRESS_NOT_FOUND, also for the address of another enterprise. */
export async function requireAddress(db: Db, enterpriseId: string, id: string): Promise<Address> {
  return (await findAddress(db, enterpriseId, id)) ?? refuse('ADDRESS_NOT_FOUND')
}

/**
 * Locks the addresses of an enterprise against other changes. This keeps the number of addresses within its bound and the default address
 * unique.
 */
export async function lockAddresses(tx: Tx, enterpriseId: string): Promise<{ id: string; is_default: boolean }[]> {
  await tx.selectFrom('enterprise').select('id').where('id', '=', enterpriseId).forNoKeyUpdate().execute()
  return tx.selectFrom('address').select(['id', 'is_default']).where('enterprise_id', '=', enterpriseId).execute()
}

async function clearDefault(tx: Tx, enterpriseId: string): Promise<void> {
  await tx
    .updateTable('address')
    .set({ is_default: false })
    .where('enterprise_id', '=', enterpriseId)
    .where('is_default', '=', true)
    .execute()
}

const columnsOf = (input: AddressInput) => ({
  name: input.name,
  mobile: input.mobile,
  area_code: input.areaCode,
  ...getRegionNamesByAreaCode(input.areaCode),
  detail: input.detail,
  project_id: input.projectId,
})

/** Checks that the project of an address belongs to the enterprise. Refuses PROJECT_NOT_FOUND. */
const requireOwnProject = async (db: Db, enterpriseId: string, { projectId }: AddressInput): Promise<void> => {
  if (projectId !== null) await requireProjectExists(db, { enterpriseId, id: projectId })
}

/** Inserts an address unchanged and returns its id. The caller holds the lock and has checked the bound and the default address. */
export async function insertAddress(
  tx: Tx,
  moment: Moment,
  { enterpriseId, input }: { enterpriseId: string; input: AddressInput },
): Promise<string> {
  const id = moment.newId()
  await tx
    .insertInto('address')
    .values({ enterprise_id: enterpriseId, id, ...columnsOf(input), is_default: input.isDefault, created_at: moment.now })
    .execute()
  return id
}

/** Inserts the first addresses of an enterprise that nobody else sees yet. Exactly one is the default address. One statement. */
export async function insertAddressesOfNewEnterprise(
  tx: Tx,
  moment: Moment,
  { enterpriseId, inputs }: { enterpriseId: string; inputs: readonly AddressInput[] },
) {
  if (inputs.length === 0) return
  const chosen = Math.max(
    0,
    inputs.findIndex(({ isDefault }) => isDefault),
  )
  await tx
    .insertInto('address')
    .values(
      inputs.map((input, at) => ({
        enterprise_id: enterpriseId,
        id: moment.newId(),
        ...columnsOf(input),
        is_default: at === chosen,
        created_at: moment.now,
      })),
    )
    .execute()
}

/** Adds an address. The first address of an enterprise becomes the default address, whatever the input says. */
export async function createAddress(
  tx: Tx,
  moment: Moment,
  { enterpriseId, input }: { enterpriseId: string; input: AddressInput },
): Promise<Address> {
  const existing = await lockAddresses(tx, enterpriseId)
  if (existing.length >= ADDRESSES_PER_ENTERPRISE_MAX) refuse('ADDRESS_FULL')
  await requireOwnProject(tx, enterpriseId, input)
  const isDefault = input.isDefault || existing.length === 0
  if (isDefault) await clearDefault(tx, enterpriseId)
  const id = await insertAddress(tx, moment, { enterpriseId, input: { ...input, isDefault } })
  return requireAddress(tx, enterpriseId, id)
}

/**
 * Changes an address. The default address cannot be unset here; setting another default replaces it. Existing orders do not change, because
 * they have copies.
 */
export async function updateAddress(
  tx: Tx,
  { enterpriseId, id, input }: { enterpriseId: string; id: string; input: AddressInput },
): Promise<Address> {
  await lockAddresses(tx, enterpriseId)
  const old = await requireAddress(tx, enterpriseId, id)
  await requireOwnProject(tx, enterpriseId, input)
  if (input.isDefault && !old.isDefault) await clearDefault(tx, enterpriseId)
  await tx
    .updateTable('address')
    .set({ ...columnsOf(input), is_default: input.isDefault || old.isDefault })
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .execute()
  return requireAddress(tx, enterpriseId, id)
}

export async function setDefaultAddress(tx: Tx, enterpriseId: string, id: string): Promise<void> {
  await lockAddresses(tx, enterpriseId)
  await requireAddress(tx, enterpriseId, id)
  await clearDefault(tx, enterpriseId)
  await tx.updateTable('address').set({ is_default: true }).where('enterprise_id', '=', enterpriseId).where('id', '=', id).execute()
}

/** Deletes an address. If it was the default address, the newest remaining one becomes the default. */
export async function deleteAddress(tx: Tx, enterpriseId: string, id: string): Promise<void> {
  await lockAddresses(tx, enterpriseId)
  const { isDefault } = await requireAddress(tx, enterpriseId, id)
  await tx.deleteFrom('address').where('enterprise_id', '=', enterpriseId).where('id', '=', id).execute()
  if (!isDefault) return
  const [next] = await listAddresses(tx, enterpriseId)
  if (next) await setDefaultAddress(tx, enterpriseId, next.id)
}

/** Deletes all addresses of enterprises that have closed. Orders keep their copies. */
export async function deleteAddressesOfEnterprises(tx: Tx, enterpriseIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('address').where('enterprise_id', '=', anyOfIdsSql(enterpriseIds)).execute()
}
