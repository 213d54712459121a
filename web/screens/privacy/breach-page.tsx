import { IconPrinter } from '@tabler/icons-react'
import { breachTimeLeft } from '@agremia/resources/breach-deadline.ts'
import { recordPath } from '@agremia/resources/paths.ts'
import { formatDateTime } from '@agremia/resources/rules/dates.ts'
import { capitalise } from '@agremia/resources/letter-case.ts'
import { organisationTimeZone } from '../../fields/organisation-clock.ts'
import { openDocument } from '../../resource/open-document.ts'
import { RecordActions } from '../../resource/actions/record-actions.tsx'
import { RecordPage, type RecordPart } from '../../resource/record-page.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { useNow } from '../../ui/use-now.ts'
import { CommandButton } from '../../ui/command-button.tsx'

/** The page of a data breach, with the time left to notify it. */
export default function BreachPage() {
  return <RecordPage resource="dataBreaches" head={breachHead} />
}

function breachHead({ record, fields, ...rest }: RecordPart<'dataBreaches'>) {
  const { status, knownAt, notifyBy, notifiedAt } = record
  const option = fields.status?.options?.find(({ value }) => value === status)
  const zone = organisationTimeZone()
  return {
    title: `Violação de dados n.º ${record.number}`,
    state: option && <StateBadge tone={option.tone} label={option.label} />,
    subtitle: record.summary,
    action: (
      <>
        <CommandButton
          icon={IconPrinter}
          label="Factos"
          onClick={() => void openDocument(`${recordPath('dataBreaches', record._id)}/document`)}
        />
        <RecordActions record={record} fields={fields} {...rest} />
      </>
    ),
    facts: (
      <Facts>
        <Fact label="Soube-se em" value={formatDateTime(knownAt, zone)} />
        <Fact
          label="Prazo da CNPD"
          value={formatDateTime(notifyBy, zone)}
          note={status === 'open' && <TimeLeft notifyBy={notifyBy} />}
        />
        {typeof notifiedAt === 'string' && (
          <Fact label="Notificada em" value={formatDateTime(notifiedAt, zone)} />
        )}
      </Facts>
    ),
  }
}

function TimeLeft({ notifyBy }: { notifyBy: string }) {
  return capitalise(breachTimeLeft(notifyBy, useNow(30_000)))
}
