import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { FieldMap } from '@agremia/resources/descriptor.ts'
import { formatDate } from '@agremia/resources/rules/dates.ts'
import type { StoredRecord } from '../../api/client.ts'
import { useTerminology } from '../../api/queries.ts'
import { plainText } from '../../fields/texts.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Card } from '../../ui/card.tsx'
import { CardState, issueText } from './card-cells.tsx'
import { cardPath } from '../../paths/cards.ts'
import { cardsOfMemberQuery } from './next-issue.ts'
import classes from './other-cards.module.css'

interface OtherCardsProps {
  record: StoredRecord
  fields: FieldMap
}

/** The other cards that the member has or had, the latest first. */
export function OtherCards({ record, fields }: OtherCardsProps) {
  const terminology = useTerminology()
  const all = useQuery(cardsOfMemberQuery(record)).data?.data ?? []
  const others = all.filter(({ _id }) => _id !== record._id)
  if (others.length === 0) return null
  return (
    <Card title="Outros cartões">
      <ul className={classes.cards}>
        {others.map((other) => (
          <li key={other._id}>
            <Anchor component={AppLink} to={cardPath(terminology, other._id)}>
              {issueText(other)} via, n.º {plainText(other.cardNumber)}
            </Anchor>
            <CardState record={other} fields={fields} />
            <span className={classes.when}>emitido em {formatDate(plainText(other.issuedAt))}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
