import type { MergeSide } from '@agremia/resources/definitions/merges.ts'
import classes from './merges.module.css'

/** A field in which two records differ, with the value that stays. */
export interface ComparedValue {
  name: string
  label: string
  kept: string | null
  lost: string | null
  side: MergeSide
  /** Whether both values can stay. */
  canJoin?: boolean
}

interface ComparedValuesProps {
  value: ComparedValue
  /** Chooses the value that stays; without it, they are only shown. */
  onChoose?: (side: MergeSide) => void
}

/** Both values of a field side by side, and the one that stays. */
export function ComparedValues({ value, onChoose }: ComparedValuesProps) {
  const { name, label, kept, lost, side, canJoin } = value
  const sides: [MergeSide, string, string][] = [
    ['kept', 'Ficha que fica', kept || 'Sem valor'],
    ['lost', 'Ficha a fundir', lost || 'Sem valor'],
    ...(canJoin
      ? [['both', 'Os dois', 'Juntar os valores das duas fichas'] as [MergeSide, string, string]]
      : []),
  ]
  return (
    <fieldset className={classes.field}>
      <legend className={classes.label}>{label}</legend>
      {sides.map(([one, word, text]) => {
        const isChosen = side === one || (side === 'both' && !onChoose)
        if (!onChoose)
          return (
            <div key={one} className={classes.value} data-chosen={isChosen}>
              <span className="note">{isChosen ? `${wordsDone[one]} · ficou` : wordsDone[one]}</span>
              <span className={classes.text}>{text}</span>
            </div>
          )
        return (
          <label key={one} className={classes.value} data-chosen={isChosen}>
            <input type="radio" name={`merge-${name}`} checked={isChosen} onChange={() => onChoose(one)} />
            <span className="note">{word}</span>
            <span className={classes.text}>{text}</span>
          </label>
        )
      })}
    </fieldset>
  )
}

const wordsDone: Record<MergeSide, string> = {
  kept: 'Ficha que ficou',
  lost: 'Ficha fundida',
  both: 'As duas',
}
