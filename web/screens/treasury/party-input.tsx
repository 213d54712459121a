import { type KeyboardEvent, useState } from 'react'
import { Combobox, TextInput } from '@mantine/core'
import { capitalise } from '@agremia/resources/letter-case.ts'
import { useMay, useTerminology } from '../../api/queries.ts'
import type { Values } from '../../fields/index.ts'
import { plainText } from '../../fields/texts.ts'
import { lazyDialog } from '../../ui/lazy-part.ts'
import { MarkedText } from '../../ui/marked-text.tsx'
import { useResultChoice } from '../../ui/result-choice.ts'
import { ResultsStatus } from '../../ui/results-status.tsx'
import { entityParty, type Party, usePartySearch } from './party-search.ts'
import results from '../../ui/search-results.module.css'
import classes from './party-input.module.css'

const NewEntityDialog = lazyDialog(() => import('./new-entity-dialog.tsx'))

interface PartyInputProps {
  id: string
  /** The transaction: the party is in `externalEntityId` or `memberId`. */
  values: Values
  error: string | undefined
  onChoose: (party: Party | undefined) => void
}

const create = 'new'
/** The library sets the other ARIA attributes. */
const asCombobox = { role: 'combobox' }

/** One search for entities and members; a name that is not found becomes an entity. */
export function PartyInput({ id, values, error, onChoose }: PartyInputProps) {
  const chosen = plainText(values.externalEntityLabel) || plainText(values.memberLabel)
  const [typed, setTyped] = useState<string>()
  const [creating, setCreating] = useState<string>()
  const text = typed ?? chosen
  const [isLeft, setIsLeft] = useState(false)
  const isOpen = !isLeft && typed !== undefined && typed.trim() !== ''
  const { found, isCurrent, searchNow } = usePartySearch(typed ?? '')
  const mayCreate = useMay('externalEntities').create && isCurrent
  const { memberPlural } = useTerminology()
  const choose = (optionId: string) => {
    if (optionId === create) setCreating(text.trim())
    else onChoose(found.find(({ _id }) => _id === optionId))
    setTyped(undefined)
  }
  const { combobox, onKeyDownCapture } = useResultChoice({
    search: text.trim(),
    ids: [...found.map(({ _id }) => _id), ...(mayCreate ? [create] : [])],
    isCurrent,
    opened: isOpen,
    onChoose: choose,
    onTab: 'goOn',
    searchNow,
  })

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || typed === undefined) return
    event.preventDefault()
    setTyped(undefined)
  }
  const groups = [
    { label: 'Entidades externas', parties: found.filter(({ resource }) => resource === 'externalEntities') },
    { label: capitalise(memberPlural), parties: found.filter(({ resource }) => resource === 'members') },
  ]
  return (
    <>
      <Combobox store={combobox} withinPortal={false} onOptionSubmit={choose}>
        <div className={results.holder}>
          <Combobox.EventsTarget withExpandedAttribute>
            <TextInput
              {...asCombobox}
              id={id}
              label="De quem ou a quem"
              placeholder="Nome, NIF ou número"
              error={
                error ??
                (isLeft && typed !== undefined
                  ? 'Escolha uma entidade ou pessoa da lista, ou crie a entidade.'
                  : undefined)
              }
              value={text}
              autoComplete="off"
              spellCheck={false}
              onKeyDownCapture={onKeyDownCapture}
              onKeyDown={onKeyDown}
              onChange={(event) => setTyped(event.currentTarget.value)}
              onFocus={(event) => {
                setIsLeft(false)
                event.currentTarget.select()
              }}
              onBlur={() => {
                setIsLeft(true)
                if (typed?.trim() !== '') return
                // An emptied field has nobody.
                onChoose(undefined)
                setTyped(undefined)
              }}
            />
          </Combobox.EventsTarget>
          {combobox.dropdownOpened && (
            <div className={results.results}>
              <Combobox.Options aria-label="Entidades e pessoas">
                {groups
                  .filter(({ parties }) => parties.length > 0)
                  .map(({ label, parties }) => (
                    <Combobox.Group key={label} label={label}>
                      {parties.map((party) => (
                        <Combobox.Option key={party._id} value={party._id} className={results.option}>
                          <span className={classes.party}>
                            <span>
                              <MarkedText text={party.name} search={text} />
                            </span>
                            <span className={classes.fact}>{party.fact}</span>
                          </span>
                        </Combobox.Option>
                      ))}
                    </Combobox.Group>
                  ))}
                {mayCreate && (
                  <Combobox.Option value={create} className={results.option}>
                    <span className={classes.party}>Criar a entidade «{text.trim()}»</span>
                  </Combobox.Option>
                )}
              </Combobox.Options>
              {found.length === 0 && !mayCreate && <ResultsStatus isCurrent={isCurrent} />}
            </div>
          )}
        </div>
      </Combobox>
      {creating !== undefined && (
        <NewEntityDialog
          name={creating}
          onSaved={(entity) => onChoose(entityParty(entity))}
          onClose={() => {
            setCreating(undefined)
            document.getElementById(id)?.focus()
          }}
        />
      )}
    </>
  )
}
