// Statements by which somebody with all rights tampers with rows of money.

/** By name: what is done, and the invariant that finds it. */
export type Tamperings = Readonly<Record<string, readonly [harm: string, foundBy: string]>>

/** The place of one row, as SQL. */
export const selectOneRowSql = (table: string, where = 'true') => `(select ctid from ${table} where ${where} order by 1 limit 1)`
export const updateOneRowSql = (table: string, change: string, where = 'true') =>
  `update ${table} set ${change} where ctid = ${selectOneRowSql(table, where)}`
export const deleteOneRowSql = (table: string, where = 'true') => `delete from ${table} where ctid = ${selectOneRowSql(table, where)}`
/** A transfer like one that is there, of another document, with the balances of its accounts in order. */
export const forgeLedgerTransferSql = (
  kind: string,
) => `with t as (select * from ledger_transfer where kind = '${kind}' order by id limit 1),
  a as (update ledger_account a set balance_fen = a.balance_fen + case when a.name = t.to_account then 1 else -1 end, entries = a.entries + 1
    from t where a.enterprise_id = t.enterprise_id and a.name in (t.from_account, t.to_account) returning a.*)
  insert into ledger_transfer (enterprise_id, id, from_account, to_account, amount_fen, kind, document, seq, title, at, value_day, from_entry, from_after_fen, to_entry, to_after_fen)
  select t.enterprise_id, gen_random_uuid(), t.from_account, t.to_account, 1, t.kind, gen_random_uuid(), 0, t.title, t.at, t.value_day, f.entries, f.balance_fen, o.entries, o.balance_fen
  from t left join a f on f.name = t.from_account left join a o on o.name = t.to_account`
