import { Button, Group } from '@mantine/core'
import { IconCheck, IconUserExclamation } from '@tabler/icons-react'
import type { FieldMap } from '@agremia/resources/descriptor.ts'
import { matchReasons } from '@agremia/resources/match-reasons.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { useTerminology } from '../../api/queries.ts'
import { faceOf } from '../../fields/index.ts'
import { isEmptyValue } from '../../resource/form/changes.ts'
import { isDigits } from '../../resource/list/list-columns.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { useMemberPaths } from '../../paths/use-member-paths.ts'
import { applicationPath } from '../../paths/applications.ts'
import { type ComparedField, hasSameNif, isBarred, type Match, type PersonChoice } from './matches.ts'
import classes from './matches-panel.module.css'

interface MatchesPanelProps {
  matches: readonly Match[]
  fields: FieldMap
  person: PersonChoice
  onPerson: (person: PersonChoice) => void
}

/** Compares each similar record with the application, and lets the user choose the person. */
export function MatchesPanel({ matches, fields, person, onPerson }: MatchesPanelProps) {
  if (matches.length === 0) return null
  return (
    <section className={classes.panel} aria-labelledby="matches-title">
      <h2 id="matches-title" className={classes.title}>
        <IconUserExclamation size="1.25rem" stroke={1.5} aria-hidden />
        {matches.length === 1 ? 'Pode já ser conhecido' : `Há ${matches.length} registos parecidos`}
      </h2>
      {matches.map((match) => (
        <article key={match._id} className={classes.match} aria-label={`${kindOf(match)}: ${match.name}`}>
          <MatchHead match={match} />
          <ComparisonTable match={match} fields={fields} />
          <MatchFoot match={match} person={person} onPerson={onPerson} />
        </article>
      ))}
    </section>
  )
}

function MatchHead({ match }: { match: Match }) {
  const { name, reasons, stateLabel, memberNumber, number } = match
  const facts = [
    reasons.map((reason) => matchReasons[reason]).join(', '),
    memberNumber !== null && `n.º\u00A0${memberNumber}`,
    number !== null && `candidatura n.º\u00A0${number}`,
    stateLabel,
  ]
  return (
    <header className={classes.who}>
      <Avatar name={name} />
      <div>
        <h3>{name}</h3>
        <p className="note">{facts.filter(Boolean).join(' · ')}</p>
      </div>
    </header>
  )
}

function ComparisonTable({ match, fields }: { match: Match; fields: FieldMap }) {
  const rows = match.fields.filter(
    ({ application, known }) => !(isEmptyValue(application) && isEmptyValue(known)),
  )
  return (
    <div className={classes.scroller}>
      <table className={classes.table}>
        <caption className="visually-hidden">Comparação com {match.name}</caption>
        <thead>
          <tr>
            <th scope="col">Campo</th>
            <th scope="col">Candidatura</th>
            <th scope="col">{kindOf(match)}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <ComparedRow key={row.field} row={row} fields={fields} kind={kindOf(match)} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface ComparedRowProps {
  row: ComparedField
  fields: FieldMap
  kind: string
}

function ComparedRow({ row, fields, kind }: ComparedRowProps) {
  const field = fields[row.field]
  const textOf = (value: unknown) => (field && faceOf(field).toText(value, field, {})) || '—'
  const figures = isDigits({ field }) ? 'tabular' : undefined
  return (
    <tr data-same={row.isSame}>
      <th scope="row">{row.label}</th>
      <td className={figures} data-label="Candidatura">
        {textOf(row.application)}
      </td>
      <td className={figures} data-label={kind}>
        {textOf(row.known)}
        {row.isSame && (
          <span className={classes.same}>
            <IconCheck size="0.875rem" stroke={2} aria-hidden />
            igual
          </span>
        )}
      </td>
    </tr>
  )
}

interface MatchFootProps {
  match: Match
  person: PersonChoice
  onPerson: (person: PersonChoice) => void
}

/** Only people who are alive and not yet members can be chosen; other records have only a link. */
function MatchFoot({ match, person, onPerson }: MatchFootProps) {
  const isPerson = match.resource === 'people'
  return (
    <Group gap="xs">
      {isPerson && !isBarred(match) && (
        <>
          <ChoiceButton
            label="É esta pessoa"
            isChosen={person.personId === match._id}
            onChoose={(chosen) => onPerson(chosen ? { personId: match._id } : {})}
          />
          {!hasSameNif(match) && (
            <ChoiceButton
              label="É outra pessoa"
              isChosen={person.newPerson === true}
              onChoose={(chosen) => onPerson(chosen ? { newPerson: true } : {})}
            />
          )}
        </>
      )}
      <MatchLink match={match} />
      {match.isMember && <p className="note">Já está inscrita: a candidatura será duplicada.</p>}
      {match.isDeceased && <p className="note">Faleceu.</p>}
    </Group>
  )
}

interface ChoiceButtonProps {
  label: string
  isChosen: boolean
  onChoose: (chosen: boolean) => void
}

function ChoiceButton({ label, isChosen, onChoose }: ChoiceButtonProps) {
  return (
    <Button
      size="xs"
      variant={isChosen ? 'filled' : 'default'}
      aria-pressed={isChosen}
      leftSection={isChosen ? <IconCheck size="1rem" stroke={2} aria-hidden /> : undefined}
      onClick={() => onChoose(!isChosen)}
    >
      {label}
    </Button>
  )
}

function MatchLink({ match }: { match: Match }) {
  const paths = useMemberPaths()
  const terminology = useTerminology()
  if (match.resource === 'memberApplications') {
    return (
      <AppLink className={classes.link} to={applicationPath(match._id)}>
        Ver a candidatura n.º&nbsp;{match.number}
      </AppLink>
    )
  }
  if (match.memberId === null) return null
  return (
    <AppLink className={classes.link} to={paths.record(match.memberId)}>
      {fillTerms('Ver {memberSingular}', terminology)}
    </AppLink>
  )
}

function kindOf({ resource }: Match): string {
  return resource === 'people' ? 'Ficha conhecida' : 'Outra candidatura'
}
