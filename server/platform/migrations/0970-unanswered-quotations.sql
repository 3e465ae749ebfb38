-- What a buyer has written about a quotation waits for an answer, and each side sees what it has not read (decision 820).
alter table quotation
  -- Since when words of the buyer wait for an answer of staff: a message, an offer or a refusal. null: nothing waits.
  add column unanswered_since timestamptz,
  -- The last message that somebody of the mall, or of the company, has had before his eyes.
  add column staff_read_no int not null default 0,
  add column buyer_read_no int not null default 0;
grant update (unanswered_since, staff_read_no, buyer_read_no) on quotation to mall_app;

-- What was written before counts as read, but not as answered.
update quotation set staff_read_no = messages, buyer_read_no = messages where messages > 0;
update quotation q set unanswered_since = (
    select min(m.at) from quotation_message m
    where m.enterprise_id = q.enterprise_id and m.quotation_id = q.id and m.sender = 'buyer'
      and m.message_no > coalesce((select max(a.message_no) from quotation_message a
        where a.enterprise_id = q.enterprise_id and a.quotation_id = q.id and a.sender = 'staff'), 0)
      and m.at > coalesce((select max(o.made_at) from quotation_offer o
        where o.enterprise_id = q.enterprise_id and o.quotation_id = q.id), '-infinity'))
  where q.messages > 0 and q.state not in ('WITHDRAWN', 'REFUSED', 'DECLINED');
create index quotation_unanswered on quotation (unanswered_since, id) where unanswered_since is not null;

-- Staff are told of quotations by a kind of notice of its own, and buyers choose more kinds of messages by SMS, mail and WeChat.
alter table staff_notice drop constraint staff_notice_kind,
  add constraint staff_notice_kind check (kind in ('digest', 'stock', 'work', 'quotation', 'security'));
alter table staff_notice_choice drop constraint staff_notice_choice_kind,
  add constraint staff_notice_choice_kind check (kind in ('digest', 'stock', 'work', 'quotation', 'security'));
alter table alert_choice drop constraint alert_choice_kind,
  add constraint alert_choice_kind check (kind in
    ('due', 'statement', 'approval', 'order', 'refund', 'afterSale', 'quotation', 'proposal', 'invoice', 'coupon', 'review', 'stock'));
