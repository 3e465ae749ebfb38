-- The search knows the choices of goods by all their names. A job adds those of the goods that are there.
insert into outbox (at, id, topic, payload)
select now(), uuidv7(), 'choices.changed', jsonb_build_object('attributeId', a.id) from attribute as a
where exists (select from goods_attribute as v where v.attribute_id = a.id and v.choice_id is not null);
