/// What the page looks like, light and dark, on a screen of any width and in print.
enum PageStyle {
  static let css = """
    :root { color-scheme: light dark; --bg: #ffffff; --fg: #1c1e21; --dim: #5a5f68; --line: #d5d8de; --soft: #f3f4f6; --held: #17692e;
      --not: #b3261e; --onnot: #ffffff; --bar: #3b66b0; --mark: #ffe08a; --onmark: #1c1e21; --warm: #b45309; }
    @media (prefers-color-scheme: dark) { :root { --bg: #16181c; --fg: #e4e6ea; --dim: #a0a6b0; --line: #3a3f47; --soft: #21252b;
      --held: #6cc483; --not: #ff8a80; --onnot: #16181c; --bar: #7ea6ea; --mark: #6b5410; --onmark: #fff3cf; --warm: #f0a95a; } }
    * { box-sizing: border-box; }
    body { margin: 0; background: var(--bg); color: var(--fg); font: 15px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
    main { max-width: 68rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
    h1 { font-size: 1.7rem; margin: 0; } h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; } h3 { font-size: 1rem; margin: 1rem 0 .25rem; }
    h4 { font-size: .9rem; margin: 1rem 0 .25rem; color: var(--dim); font-weight: 600; }
    p { margin: .4rem 0; max-width: 46rem; } a { color: inherit; }
    .meta { color: var(--dim); font-size: .9rem; } .held { color: var(--held); } .not { color: var(--not); font-weight: 600; }
    .none { color: var(--dim); } .plain { list-style: none; padding: 0; margin: 0; } .skip { position: absolute; left: -99rem; }
    .skip:focus { left: 1rem; top: .5rem; background: var(--bg); }
    a:focus-visible, summary:focus-visible, .wide:focus-visible { outline: 3px solid var(--bar); outline-offset: 2px; }
    .strip { display: flex; flex-wrap: wrap; gap: 2px; margin: .15rem 0 .4rem; }
    .strip a { width: 1.5rem; height: 1.5rem; line-height: 1.4rem; text-align: center; text-decoration: none; border: 1px solid var(--line);
      border-radius: 3px; font-size: .85rem; }
    .strip a.held { color: var(--held); } .strip a.not { background: var(--not); color: var(--onnot); border-color: var(--not); }
    .strip a.none { color: var(--dim); border-style: dashed; }
    .row { display: grid; grid-template-columns: 6.5rem minmax(0, 1fr); column-gap: .5rem; } .row > span { color: var(--dim); font-size: .85rem; padding-top: .15rem; }
    details.p { border-top: 1px solid var(--line); padding: .3rem 0; } details.p > summary { cursor: pointer; }
    summary { cursor: pointer; } summary .meta { margin-left: .4rem; }
    .cell { margin: .5rem 0 .5rem 1rem; scroll-margin-top: 6rem; } .cell:target { outline: 2px solid var(--bar); outline-offset: 4px; border-radius: 3px; }
    .says { max-width: 46rem; }
    table { border-collapse: collapse; font-size: .88rem; } td, th { text-align: left; vertical-align: top; padding: .15rem .6rem .15rem 0; }
    th { font-weight: 600; color: var(--dim); } .behind th { white-space: nowrap; } td.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
    pre { background: var(--soft); padding: .6rem .75rem; margin: .3rem 0; overflow-x: auto; white-space: pre-wrap; border-radius: 4px;
      font: .83rem/1.45 ui-monospace, monospace; }
    code { font: .83rem/1.45 ui-monospace, monospace; background: var(--soft); padding: .1rem .3rem; border-radius: 3px; }
    .wide { overflow-x: auto; max-width: 100%; } .wide pre { white-space: pre; }
    .sides { display: grid; grid-template-columns: 1fr 1fr; gap: .75rem; } @media (max-width: 40rem) { .sides { grid-template-columns: 1fr; } }
    mark { background: var(--mark); color: var(--onmark); border-radius: 2px; }
    .behind { font-size: .85rem; color: var(--dim); margin: .2rem 0 .6rem; } .behind table { color: var(--fg); overflow-wrap: normal; }
    svg { display: block; max-width: none; } svg.fit { max-width: 100%; height: auto; } svg text { fill: var(--fg); font: 12px system-ui, sans-serif; } svg .d { fill: var(--dim); }
    svg .l { stroke: var(--line); fill: none; } svg .b { fill: var(--bar); } svg .s { stroke: var(--bar); fill: none; stroke-width: 2; }
    svg .o { fill: var(--soft); stroke: var(--bar); } svg .x { fill: none; stroke: var(--not); stroke-width: 2; stroke-dasharray: 5 3; }
    svg .r { stroke: var(--fg); stroke-width: 2; } svg .w { stroke: var(--fg); stroke-width: 1.2; fill: none; } svg .f { fill: var(--not); } svg .e { fill: var(--bg); stroke: var(--fg); }
    svg .h { fill: var(--warm); } svg .a { stroke: var(--warm); fill: none; stroke-width: 1.5; }
    .matrix { display: flex; flex-wrap: wrap; gap: 2px; }   .matrix span { color: var(--fg); min-width: 1.9rem; padding: 0 .2rem; text-align: center; border: 1px solid var(--line);
      border-radius: 3px; font-size: .78rem; font-variant-numeric: tabular-nums; }
    .m1 { background: color-mix(in srgb, var(--bar) 8%, var(--bg)); } .m2 { background: color-mix(in srgb, var(--bar) 22%, var(--bg)); }
    .m3 { background: color-mix(in srgb, var(--bar) 38%, var(--bg)); } .m4 { background: color-mix(in srgb, var(--bar) 54%, var(--bg)); }
    .m5 { background: color-mix(in srgb, var(--warm) 45%, var(--bg)); } .m6 { background: color-mix(in srgb, var(--warm) 70%, var(--bg)); }
    .matrix .survived { background: var(--not); color: var(--onnot); border-color: var(--not); font-weight: 700; }
    .laws td { border-top: 1px solid var(--line); } .laws a { text-decoration: none; }
    @media print { details::details-content { content-visibility: visible; display: block; } .skip { display: none; } main { max-width: none; } .wide { overflow: visible; } }
    """
}
