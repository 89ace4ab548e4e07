/** The same buttons for either side, each row under its name and colours. */
import type { ComponentChildren } from 'preact'
import type { TableMessage } from '../edge/protocol.ts'
import { chip } from './calls/call-card.tsx'

export function PerSide({ table, buttons }: { table: TableMessage | null; buttons: (side: 'A' | 'B') => ComponentChildren }) {
  return (
    <>
      {(['A', 'B'] as const).map((side) => (
        <fieldset key={side} class="touch" aria-label={table?.names[side] ?? side}>
          <span>
            <i class={`chip ${side}`} style={chip(table, side)} /> {table?.names[side] ?? side}
          </span>
          {buttons(side)}
        </fieldset>
      ))}
    </>
  )
}
