import { nobody, staffReaders, staffWriters } from '../access.ts'
import { defineResource } from '../define-resource.ts'
import { choice, date, group, longText, reference } from '../fields.ts'

/** How a letter was delivered. */
export const letterChannels = { mail: 'Pelo correio', hand: 'Em mão' } as const

/** Own text and date of sending of the letter of a card. Cards without a record have the default letter. */
export const membershipCardLetters = defineResource({
  name: 'membershipCardLetters',
  kind: 'stored',
  label: { one: 'Carta de cartão', many: 'Cartas de cartões', gender: 'f' },
  title: 'cardId',
  access: { read: staffReaders, create: staffWriters, update: staffWriters, delete: nobody },
  fields: {
    ...group('Carta', {
      cardId: reference('membershipCards', {
        label: 'Cartão',
        required: true,
        fixed: true,
        unique: 'Este cartão já tem uma carta.',
      }),
      text: longText({ label: 'Texto', blank: 'o das configurações', max: 2000 }),
      sentOn: date({ label: 'Enviada em' }),
      channel: choice(letterChannels, { label: 'Como foi', inputType: 'radio' }),
    }),
  },
})
