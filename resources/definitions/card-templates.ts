import { staffReaders, staffWriters } from '../access.ts'
import { cardSideShape } from '../card-template.ts'
import { defineResource } from '../define-resource.ts'
import { boolean, choice, group, integer, json, references, text } from '../fields.ts'

/** Layout of the two sides of a card, in millimetres (`card-template.ts`). */
export const cardTemplates = defineResource({
  name: 'cardTemplates',
  kind: 'stored',
  label: { one: 'Modelo de cartão', many: 'Modelos de cartão' },
  title: 'name',
  access: { read: staffReaders, create: staffWriters, update: staffWriters, delete: staffWriters },
  list: { sort: 'order' },
  fields: {
    ...group('Modelo', {
      name: text({
        label: 'Nome',
        max: 60,
        required: true,
        listed: true,
        sortable: true,
        searchable: true,
        unique: 'Já existe um modelo com este nome.',
      }),
      order: integer({
        label: 'Ordem',
        help: 'O primeiro modelo em uso é o de quem não tem outro pela categoria.',
        required: true,
        default: 100,
        listed: true,
        sortable: true,
      }),
      active: boolean({ label: 'Em uso', default: true, listed: true }),
      orientation: choice(
        { landscape: 'Deitado', portrait: 'Ao alto' },
        { label: 'Orientação', required: true, default: 'landscape', listed: true, inputType: 'radio' },
      ),
      categoryIds: references('memberCategories', { label: 'Categorias', hidden: false }),
      safeTenths: integer({
        label: 'Margem segura, em décimos de milímetro',
        help: 'Os textos e o código QR ficam para dentro dela.',
        required: true,
        default: 30,
        max: 100,
      }),
    }),
    ...group('Desenho', {
      front: json({ label: 'Frente', required: true, shape: cardSideShape }),
      back: json({ label: 'Verso', required: true, shape: cardSideShape }),
    }),
  },
})
