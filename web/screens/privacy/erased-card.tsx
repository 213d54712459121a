import type { RecordProps } from '../../resource/loaded-record.tsx'
import { useState } from 'react'
import { Button } from '@mantine/core'
import { recordPath } from '@agremia/resources/paths.ts'
import { formatDate, formatDateLong, todayIn } from '@agremia/resources/rules/dates.ts'
import { api, isTimedOut } from '../../api/client.ts'
import { useSession } from '../../api/queries.ts'
import { organisationTimeZone } from '../../fields/organisation-clock.ts'
import { attempt } from '../../resource/attempt.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Card } from '../../ui/with-side.tsx'

interface FiscalIdentity {
  name: string
  nif: string | null
  address: string | null
  postalCode: string | null
  city: string | null
  mandates: { reference: string; debtorName: string; iban: string; signedOn: string | null }[]
  keptUntil: string
}

/** Of a member whose data were erased: when, and for administrators the identity that the fiscal law requires. */
export function ErasedCard({ record }: RecordProps<'members'>) {
  const isAdmin = useSession()?.role === 'admin'
  const [shown, setShown] = useState<FiscalIdentity | null>()
  const { anonymisedAt, birthDecade, personId } = record
  if (typeof anonymisedAt !== 'string') return null
  const read = () =>
    attempt(async () => {
      const path = `${recordPath('people', personId)}/fiscal_identity`
      const answer = await api.get<{ data: FiscalIdentity | null }>(path)
      if (!isTimedOut(answer)) setShown(answer.data)
    })
  return (
    <Card title="Dados pessoais eliminados">
      <Facts>
        <Fact label="Em" value={formatDateLong(todayIn(organisationTimeZone(), anonymisedAt))} />
        {birthDecade != null && <Fact label="Nasceu" value={`Nos anos ${birthDecade}`} />}
      </Facts>
      {isAdmin && (
        <Button variant="default" size="compact-sm" onClick={() => void read()}>
          Ver identidade fiscal
        </Button>
      )}
      {shown !== undefined && (
        <Dialog title="Identidade fiscal" width="32rem" onClose={() => setShown(undefined)}>
          {shown === null ? (
            <p>Nenhum documento fiscal a exige, ou já passaram os dez anos.</p>
          ) : (
            <Facts>
              <Fact label="Nome" value={shown.name} />
              <Fact label="NIF" value={shown.nif} />
              <Fact
                label="Morada"
                value={[shown.address, shown.postalCode, shown.city].filter(Boolean).join(', ')}
              />
              {shown.mandates.map(({ reference, debtorName, iban, signedOn }) => (
                <Fact
                  key={reference}
                  label={`Autorização de débito ${reference}`}
                  value={iban}
                  note={[debtorName, signedOn && `assinada a ${formatDate(signedOn)}`]
                    .filter(Boolean)
                    .join(', ')}
                />
              ))}
              <Fact
                label="Guardada até"
                value={formatDateLong(shown.keptUntil)}
                note="Esta consulta ficou no histórico."
              />
            </Facts>
          )}
        </Dialog>
      )}
    </Card>
  )
}
