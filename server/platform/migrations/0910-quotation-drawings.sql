-- A request shows drawings: pictures and PDF files of the whole or of a line (decision 770). A file of an earlier request of the company may be
-- named again. `version` is the offer that there was when it was added, so that an offer says which drawings it is about.
create table quotation_drawing (
  enterprise_id uuid not null,
  quotation_id uuid not null,
  drawing_no int not null constraint quotation_drawing_number check (drawing_no between 1 and 10),
  -- null: it belongs to the whole request.
  line_no int,
  file_id uuid not null,
  name text not null,
  media_type text not null constraint quotation_drawing_type check (media_type in ('image/jpeg', 'application/pdf')),
  bytes int not null constraint quotation_drawing_bytes check (bytes > 0),
  version int not null constraint quotation_drawing_version check (version >= 0),
  user_id uuid not null,
  at timestamptz not null,
  constraint quotation_drawing_pk primary key (enterprise_id, quotation_id, drawing_no),
  constraint quotation_drawing_once unique (enterprise_id, quotation_id, file_id),
  constraint quotation_drawing_of foreign key (enterprise_id, quotation_id) references quotation,
  constraint quotation_drawing_line foreign key (enterprise_id, quotation_id, line_no) references quotation_line,
  constraint quotation_drawing_file foreign key (enterprise_id, file_id) references file
);
grant select, insert on quotation_drawing to mall_app;

alter table file drop constraint file_purpose;
alter table file add constraint file_purpose check (purpose in
  ('avatar', 'idPhoto', 'licence', 'tradeLicence', 'cashFlow', 'voucher', 'acceptance', 'afterSale', 'comment', 'signedReceipt', 'patrol', 'dispute',
   'drawing'));
