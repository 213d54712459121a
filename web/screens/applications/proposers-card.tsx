import { fillTerms } from '@agremia/resources/terminology.ts'
import type { StoredRecord } from '../../api/client.ts'
import { useTerminology } from '../../api/queries.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Card } from '../../ui/card.tsx'
import { useMemberPaths } from '../../paths/members.ts'
import classes from './side-list.module.css'

/** Who proposes the applicant, and whether they are who was named. */
export function ProposersCard({ record }: { record: StoredRecord }) {
  const proposers = [1, 2].flatMap((place) => proposerOf(record, place) ?? [])
  if (proposers.length === 0) return null
  return (
    <Card title={proposers.length === 1 ? 'Proponente' : 'Proponentes'}>
      <ul className={classes.list}>
        {proposers.map((proposer) => (
          <li key={proposer.named ?? proposer.label}>
            <ProposerLine {...proposer} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

interface Proposer {
  memberId: string | undefined
  label: string | undefined
  /** As the applicant wrote it. */
  named: string | undefined
}

function ProposerLine({ memberId, label, named }: Proposer) {
  const paths = useMemberPaths()
  const terminology = useTerminology()
  if (memberId !== undefined) return <AppLink to={paths.record(memberId)}>{label ?? named}</AppLink>
  return (
    <>
      {named}
      <p className={classes.warning}>
        {fillTerms('O número e o nome não são de {nenhum|nenhuma} {memberSingular}: confirme.', terminology)}
      </p>
    </>
  )
}

function proposerOf(record: StoredRecord, place: number): Proposer | undefined {
  const text = (name: string) => {
    const value = record[`proposer${place}${name}`]
    return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
  }
  const [number, name, memberId] = [text('Number'), text('Name'), text('Id')]
  if (number === undefined && name === undefined && memberId === undefined) return undefined
  const named = [name, number !== undefined && `n.º\u00A0${number}`].filter(Boolean).join(', ')
  return { memberId, label: text('Label'), named: named || undefined }
}
