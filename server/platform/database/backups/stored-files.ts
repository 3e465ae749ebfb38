/**
 * The files whose bytes are in the file store and not in the database, as SQL: their id there, the SHA-256 of the stored bytes, and whether
 * a row needs them (`counts`): the bytes of others may be missing, because they are stored after their row or will be deleted. A restore
 * copies these and no others, so a table of files that is left out here loses them.
 */
export const STORED_FILES_SQL = `select id, stored_hash as hash, bound_to is not null and bound_to <> 'going' as counts from file
  union all select id, hash, kept_at is not null from invoice_file
  union all select id, stored_hash, stored_at is not null from shop_licence
  union all select id, file_hash, stored_at is not null from collection_handover
  union all select file_id, stored_hash, true from signing where file_id is not null
  union all select archive_id, file_hash,
    -- It is in the store before its rows are written, and deleted when all of it is unpacked.
    exists (select from goods_import_row r where r.import_id = i.id)
      and exists (select from goods_import_file f
        where f.import_id = i.id and f.picture_id is null and f.document_id is null and f.refused is null)
    from goods_import i where archive_id is not null and state in ('trying', 'tried', 'applying')
  union all select id, stored_hash, state = 'kept' from catalog_picture
  union all select id, content_hash, state = 'kept' from catalog_document`
