// SPDX-License-Identifier: MIT
// Reads the order of battle: units, leaders and the chain of command, superior formations.
#include <algorithm>

#include "battle/chart.h"
#include "battle/record_reader.h"
#include "play/state.h"
#include "rules/bataille/field.h"

namespace tambour::bataille {
namespace {

constexpr const char* kRanks[] = {"monarch", "army", "corps", "imperial-adc", "division", "brigade", "army-adc", "corps-adc"};  // 8.1.7-c
constexpr std::pair<const char*, Form> kForms[] = {{"col", Form::Column},  {"line", Form::Line},     {"skirm", Form::Skirmish},
                                                   {"gen", Form::General}, {"limb", Form::Limbered}, {"unlimb", Form::Unlimbered},
                                                   {"square", Form::Square}, {"road", Form::Road}};

struct Reader : RecordReader {
  Field& field;
  Chart multiples, limbering, methods, tracks, recalls, carre_mods;
  std::vector<std::string> nations;
  int horses = 0;

  Reader(Field& f, const Battle& b, Trouble& t) : RecordReader(b, t), field(f) {}
  // The head, then what hex2 adds: one hex, or several for long columns and lines.
  bool hexes_of(const Record& r, Counter& c) {
    if (c.hex == kNoHex) return fail(r, r.get("id") + " has no hex; write the one its counter lies in");
    c.hexes = Footprint{c.hex};
    const std::string more = r.get("hex2");
    for (std::string_view word : words(more)) {
      const auto h = battle.map.grid.parse(word);
      if (!h) return fail(r, "hex2 '" + std::string(word) + "' of " + r.get("id") + " is not on the map");
      if (c.hexes.full()) return fail(r, r.get("id") + " covers more than " + std::to_string(kLongest) + " hexes");
      c.hexes.push_back(*h);
    }
    return true;
  }
  template <class Find>
  int index_of(int count, Find find) {
    for (int k = 0; k < count; ++k)
      if (find(k)) return k;
    return -1;
  }
  int officer_named(const std::string& id) {
    const auto u = battle.find_unit(id);
    return u && battle.roster[*u].leader ? int(*u) - field.unit_count() : -1;
  }

  bool read_formation(const Record& r) {
    Formation f;
    f.side = battle.seat_of(r.get("side")), f.id = r.get("id"), f.name = r.get("name"), f.corps = r.get("corps"),
    f.colour = r.get("colour");
    if (f.side == Seat::Nobody) return fail(r, "formation " + f.id + " is on neither side");
    f.battalions = uint8_t(std::clamp(r.number("battalions").value_or(0), 0, 200)), f.old_guard = r.get("guard") == "1";
    const std::string track = r.get("track");
    if (!track.empty() && !tracks.find(track)) return fail(r, "Morale Level track '" + track + "' is not in " + tracks.file);
    for (int k = 0; k < 3; ++k) {  // the record itself, its track, or shares of its battalions
      const std::string n = std::to_string(k + 1);
      const int share = (f.battalions * (k + 1) + 3) / 4;
      if (track.empty()) by("ML-16");
      f.level[k] = uint8_t(std::clamp(r.number("level" + n).value_or(tracks.number(track, "l" + n).value_or(share)), 0, 200));
      f.steps[k] = int8_t(std::clamp(r.number("mod" + n).value_or(tracks.number(track, "m" + n).value_or(-3 * (k + 1))), -35, 35));
    }
    if (!std::is_sorted(std::begin(f.level), std::end(f.level)))
      return fail(r, "the Morale Levels of " + f.id + " fall; level2 must not be less than level1, nor level3 than level2");
    if (field.formations.size() == kFormations) return fail(r, "more than " + std::to_string(kFormations) + " formations");
    field.formations.push_back(std::move(f));
    return true;
  }

  // "16" as an index, "-" always passes
  bool morale(const Record& r, int8_t& out) {
    const std::string* text = r.find("morale");
    if (!text) return fail(r, r.get("id") + " has no morale; write 11 to 66, or - for one that always passes");
    if (*text == "-") return out = kAlwaysPasses, true;
    const auto n = to_int(*text);
    if (!n || face_of(Dice::Sixes, *n) < 0)
      return fail(r, "morale '" + *text + "' of " + r.get("id") + " is no base-six number from 11 to 66");
    return out = int8_t(sixes_inside(*n)), true;
  }
  bool arm_of(const Record& r, Counter& c) {
    const std::string arm = r.get("arm"), size = r.get("size");
    if (arm == "cav" || arm == "cav heavy" || arm == "cav light") return horse_of(r, c, arm);
    by("5.1.1-b", "5.1.1-c", "5.1.3-a");
    if (arm == "art foot" || arm == "art horse") c.arm = arm == "art foot" ? Arm::FootGuns : Arm::HorseGuns, c.size = Size::Battery;
    else if (arm == "wagon") c.arm = Arm::Wagon, c.size = Size::Battery;
    else if (arm.starts_with("inf")) c.size = size == "coy" ? Size::Company : size == "regt" ? Size::Regiment : Size::Battalion;
    else return fail(r, "arm '" + arm + "' of " + r.get("id") + " is not one of inf, inf light, art foot, art horse, wagon, cav, cav heavy, cav light");
    return true;
  }
  bool horse_of(const Record& r, Counter& c, const std::string& arm) {
    c.arm = Arm::Cavalry, c.size = Size::Regiment;
    int n = 0;
    if (!number(r, "mp", 1, 30, n)) return false;
    c.heavy = n <= 12 && by("19.14.1-a", "5.1.4-a", "24.0-t");
    if (c.heavy && arm == "cav light" && by("19.14.1-d")) c.heavy = false;
    const std::string flags = r.get("flags");
    c.armoured = flags.find("armoured") != std::string::npos, c.guard = flags.find("guard") != std::string::npos;
    by("5.1.4-b"), c.skirm = uint8_t(std::clamp(r.number("skirm").value_or(0), 0, 99)), c.lance = uint8_t(std::clamp(r.number("lance").value_or(0), 0, 99));
    if (horses == kHorses) return fail(r, "more than " + std::to_string(kHorses) + " regiments of cavalry");
    c.horse = uint8_t(horses++);
    const std::string nation = field.period + " " + r.get("nation");
    for (const std::string& key : {nation + "/" + r.get("type"), nation + (c.heavy ? " heavy" : " light"), nation, "1815 " + r.get("nation")})
      if (const auto need = recalls.number(key, "need")) return c.recall = uint8_t(*need), true;
    return fail(r, "the recall chart " + recalls.file + " has no line '" + nation + "' for " + r.get("id"));
  }
  // Lines of the Carré chart and steps on it.
  void squares_of(const Record& r, Counter& c) {
    const auto line = [&](const char* form) {
      for (const std::string& period : {field.period, std::string("1815")})
        for (const std::string& key : {period + " " + r.get("nation") + form, period + " " + r.get("nation"), period + " other"})
          for (std::size_t k = 0; k < field.charts.carre_keys.size(); ++k)
            if (field.charts.carre_keys[k] == key) return uint8_t(k);
      return kNone;
    };
    c.carre[0] = line(" column"), c.carre[1] = line(" line");
    const std::string nation = field.period + " " + r.get("nation");
    for (const std::string& key : {nation + "/" + r.get("type"), nation})
      if (const auto steps = carre_mods.number(key, "steps")) {
        c.carre_steps = int8_t(*steps);
        return;
      }
  }
  bool multiples_of(const Record& r, Counter& c) {  // a line for the type wins over one for the nation
    const std::string nation = r.get("nation"), type = r.get("type");
    const std::string key = multiples.find(nation + "/" + type) ? nation + "/" + type : nation;
    if (!multiples.find(key) && c.arm == Arm::Infantry)
      return fail(r, "nation '" + nation + "' of " + r.get("id") + " is not in " + multiples.file + "; add a line for it");
    c.line = uint8_t(multiples.number(key, "line").value_or(0)), c.square = uint8_t(multiples.number(key, "square").value_or(0));
    c.skirmish = uint8_t(multiples.number(key, "skirmish").value_or(0));
    c.nation = uint8_t(std::find(nations.begin(), nations.end(), nation) - nations.begin());
    if (c.nation == nations.size()) nations.push_back(nation);
    c.old_guard = has_flag(r, "old-guard") || has_flag(r, "oldguard");
    c.british = nation == "British" || nation == "KGL", c.rifles = r.get("flags").find("rifles") != std::string::npos;
    c.sappers = r.get("type") == "Sapeurs" || has_flag(r, "sapper");  // 16.6.2.1
    const std::string method = methods.cell(methods.find(nation) ? nation : "other", field.period == "1805" ? "before_1809" : "from_1809").value_or("");  // 16.4.2-a
    c.method = method == "British" ? Method::British : method == "Prussian" ? Method::Prussian : Method::French;
    return true;
  }
  // The chart of limbering has no lines for Ligny alone.
  std::string limbering_period() const { return field.period == "1815-ligny" ? "1815" : field.period; }
  // A line for the kind of battery wins over one for the Guard, and that over one for the nation.
  bool limbering_of(const Record& r, Counter& c) {
    const std::string nation = limbering_period() + " " + r.get("nation"), arm = c.arm == Arm::FootGuns ? " foot" : " horse",
                      kind = nation + " " + r.get("type"), guard = has_flag(r, "guard") ? " Guard" : "";
    for (const std::string& key : {kind + arm, kind, nation + guard + arm, nation + arm})
      if (const auto need = limbering.number(key, "need")) {
        c.limber = uint8_t(*need), c.limber_bonus = uint8_t(limbering.number(kind + " bonus", "need").value_or(0));
        return true;
      }
    return fail(r, "the limbering chart " + limbering.file + " has no line '" + nation + arm + "' for " + r.get("id"));
  }
  void limbering_bonuses() {
    static const char* const kinds[] = {" leader", " artillery leader", " special leader"};
    for (std::size_t k = 0; k < 3; ++k)
      field.charts.limber_bonus[k] = uint8_t(limbering.number(limbering_period() + kinds[k], "need").value_or(0));
  }
  // Range is the calibre of the rounds it holds.
  bool wagon_of(const Record& r, Counter& c) {
    int range = 0;
    if (!number(r, "range", 2, 24, range)) return false;
    const bool guard = has_flag(r, "guard") && by("18.14.1-b");
    by("5.1.6-e"), c.range = uint8_t(range), field.wagons = true;
    c.rounds = uint8_t(std::clamp(r.number("rounds").value_or(guard ? 16 : by("18.14.1-c") ? 12 : 0), 0, 99));
    return true;
  }
  bool guns_of(const Record& r, Counter& c) {
    if (c.arm == Arm::Wagon) return wagon_of(r, c);
    int s = 0, m = 0, l = 0, range = 0;
    c.howitzers = has_flag(r, "howitzer");
    if (!number(r, "short", 1, 99, s) || (!c.howitzers && !number(r, "med", 0, 99, m)) || !number(r, "long", 0, 99, l) ||
        !number(r, "range", 2, 24, range))
      return false;
    if (c.howitzers && r.number("med").value_or(0) != 0)
      return fail(r, r.get("id") + " is a battery of howitzers and has a value at medium range; leave 'med' empty (18.15.1)");
    by("5.1.5-b"), c.short_fire = uint8_t(s), c.medium_fire = uint8_t(m), c.long_fire = uint8_t(l), c.range = uint8_t(range);
    by("5.1.6-f"), c.rounds = uint8_t(std::clamp(r.number("rounds").value_or(12), 0, 99));  // A102
    return limbering_of(r, c);
  }
  bool read_unit(const Record& r, Seat side) {
    Counter c;
    c.side = side;
    if (!arm_of(r, c)) return false;
    by("3.2-a", "3.2-b", "3.3-b", "5.1.1-a", "5.1.2-a");
    const int f = named(r, "formation", field.formations);
    if (f < 0 || field.formations[std::size_t(f)].side != side)
      return fail(r, "formation '" + r.get("formation") + "' of " + r.get("id") + " is not one of its side");
    c.formation = uint8_t(f);
    if (!number(r, "inc", 1, 40, c.inc) || !number(r, "mp", 1, 30, c.mp) || !number(r, "mel", 0, 99, c.melee) || !morale(r, c.morale)) return false;
    if (!multiples_of(r, c)) return false;
    if (is_gun(c.arm) ? !guns_of(r, c) : c.arm == Arm::Infantry && !number(r, "fire", 0, 99, c.fire)) return false;
    if (c.arm == Arm::Infantry) squares_of(r, c), c.range = uint8_t(r.number("range").value_or(0));
    c.beside = has_flag(r, "presentation");
    if (!arrival(r, side, c.turn, c.entry)) return false;
    if (!c.turn && !c.beside && (!hex(r, "hex", c.hex) || !hexes_of(r, c))) return false;
    return shape_of(r, c) && (field.units.push_back(c), true);
  }
  static bool has_flag(const Record& r, std::string_view flag) {
    const std::string text = r.get("flags");
    const auto list = words(text);
    return std::find(list.begin(), list.end(), flag) != list.end();
  }
  static bool on_edge(const Map& map, HexId h) {
    return std::any_of(map.next[h].begin(), map.next[h].end(), [](HexId n) { return n == kNoHex; });
  }
  // A reinforcement: the turn it is due, and the zone on the edge it comes in by (8.10).
  bool arrival(const Record& r, Seat side, uint8_t& turn, uint8_t& entry) {
    const int n = r.number("turn").value_or(0);
    const std::string id = r.get("id"), hex = r.get("hex");
    if (n == 0) return true;
    if (field.early) return turn = kAbsent, true;
    if (n < 1 || n > field.turns)
      return fail(r, id + " is due on turn " + std::to_string(n) + ", and the battle ends with turn " + std::to_string(field.turns) + "; bring it earlier or write more turns");
    const std::string name = hex.starts_with("zone:") ? hex.substr(5) : hex;
    const auto zone = battle.map.zones.find(name);
    if (zone == battle.map.zones.end() || zone->second.empty())
      return fail(r, id + " is due on turn " + std::to_string(n) + " but '" + hex + "' is no zone of the map; write zone:<id>");
    for (const HexId h : zone->second)
      if (!on_edge(battle.map, h)) return fail(r, "entry zone '" + name + "' of " + id + " has hex " + field.grid.number(h) + ", which is not on the edge of the map; leave it out of the zone");
    int e = index_of(int(field.entries.size()), [&](int k) { return field.entries[std::size_t(k)].id == name && field.entries[std::size_t(k)].side == side; });
    if (e < 0) {
      if (field.entries.size() == kEntries) return fail(r, "more than " + std::to_string(kEntries) + " entries for reinforcements");
      e = int(field.entries.size());
      field.entries.push_back({name, side, zone->second, kNoHex});
    }
    return turn = uint8_t(n), entry = uint8_t(e), true;
  }
  bool shape_of(const Record& r, Counter& c) {
    const std::string text = c.arm == Arm::Wagon ? "limb" : r.get("form").empty() ? (is_gun(c.arm) ? "unlimb" : "col") : r.get("form");
    const auto form = std::find_if(std::begin(kForms), std::end(kForms), [&](const auto& x) { return text == x.first; });
    if (form == std::end(kForms)) return fail(r, "form '" + text + "' of " + r.get("id") + " is not one of col line square skirm road gen limb unlimb");
    by("9.1-b", "12.2.2-b"), c.form = form->second;
    const bool gun_form = c.form == Form::Limbered || c.form == Form::Unlimbered;
    if (is_gun(c.arm) != gun_form && !(c.form == Form::Road && c.arm != Arm::Wagon))
      return fail(r, r.get("id") + " cannot be in form '" + text + "': guns are limb or unlimb (or road), others are not");
    if (c.arm == Arm::Cavalry && c.form == Form::Square) return fail(r, r.get("id") + " is cavalry and forms no Square (12.9)");
    if (c.arm == Arm::Cavalry && c.form == Form::Skirmish && !c.skirm)
      return fail(r, r.get("id") + " has no Skirmish Value and cannot skirmish; fill skirm (12.10)");
    if (c.arm != Arm::Cavalry && c.form == Form::Skirmish && c.range < 2 && by("5.1.2-b", "5.1.3-b")) return fail(r, r.get("id") + " has no Range 2 and cannot skirmish (12.10)");
    const auto face = faces_vertex(c.form) ? parse_vertex(r.get("face")) : parse_side(r.get("face"));
    if (!face)
      return fail(r, "facing '" + r.get("face") + "' of " + r.get("id") +
                         (faces_vertex(c.form) ? " is not a vertex (NE E SE SW W NW)" : " is not a hexside (N NE SE S SW NW)"));
    c.face = uint8_t(*face);
    return true;
  }
  // "3" or "3/1": attack and defence
  void both(const std::string& text, int8_t& attack, int8_t& defence) {
    const auto slash = text.find('/');
    attack = int8_t(to_int(text.substr(0, slash)).value_or(0));
    defence = slash == std::string::npos || !by("5.2.2-f") ? attack : int8_t(to_int(text.substr(slash + 1)).value_or(0));
  }
  bool special_of(const Record& r, Officer& o) {
    const std::string text = r.get("special");
    for (std::string_view kind : words(text)) {
      if (kind == "artillery") o.gun_master = true;
      else if (kind == "cavalry") o.horse_master = true;
      else return fail(r, "'" + std::string(kind) + "' of " + r.get("id") + " is no kind of Leader of Special Ability; write artillery or cavalry");
    }
    return true;
  }
  bool read_officer(const Record& r, Seat side) {
    Officer o;
    o.side = side;
    const bool outside = r.get("rank") == "outside" && by("8.1.7-d");  // ranks as a corps leader
    const int rank = outside ? 2 : index_of(8, [&](int k) { return r.get("rank") == kRanks[k]; });
    if (rank < 0)
      return fail(r, "rank '" + r.get("rank") + "' of " + r.get("id") +
                         " is not known; write monarch, army, corps, imperial-adc, division, brigade, army-adc, corps-adc or outside");
    o.rank = uint8_t(rank);
    by("5.2.1-a", "8.1.7-c");
    if (!r.number("art") || !r.number("morale")) by("5.2.3-a");  // blank or a dash: no bonus
    if (!number(r, "span", 0, 20, o.span) || !number(r, "mp", 1, 30, o.mp)) return false;
    o.command_point = r.get("cp") == "1";
    both(r.get("inf_mel"), o.melee_attack, o.melee_defence);
    o.artillery = int8_t(r.number("art").value_or(0));
    o.always = r.get("morale") == "A", o.morale = int8_t(r.number("morale").value_or(0));
    both(r.get("cav_mel"), o.horse_attack, o.horse_defence);
    o.initiative = r.get("initiative") == "yes";
    if (!special_of(r, o) || !arrival(r, side, o.turn, o.entry)) return false;
    if (o.turn) return field.officers.push_back(o), true;
    if (!hex(r, "hex", o.hex)) return false;
    if (o.hex == kNoHex) return fail(r, r.get("id") + " has no hex");
    field.officers.push_back(o);
    return true;
  }
  // "A – B – A" if following the superiors of a leader comes back to him.
  std::string circle(const RosterEntry& from) {
    std::string way = from.id;
    const Record* r = &battle.records[std::size_t(from.record)];
    for (std::size_t n = 0; n <= battle.roster.size(); ++n) {
      const auto u = battle.find_unit(r->get("superior"));
      if (!u || !battle.roster[*u].leader) return {};
      way += " – " + battle.roster[*u].id;
      if (battle.roster[*u].id == from.id) return way;
      r = &battle.records[std::size_t(battle.roster[*u].record)];
    }
    return {};
  }
  bool is_cavalry(uint8_t k) const {  // commands nothing but cavalry and horse artillery
    bool any = false;
    for (const Counter& c : field.units) {
      uint8_t post = c.leader;
      while (post != kNone && post != k) post = field.officers[post].superior;
      if (post != k) continue;
      if (c.arm != Arm::Cavalry && c.arm != Arm::HorseGuns) return false;
      any |= c.arm == Arm::Cavalry;
    }
    return any;
  }
  bool escort_of(const Record& r, Counter& c) {
    const std::string text = r.get("flags");
    for (std::string_view w : words(text)) {
      if (!w.starts_with("escort:")) continue;
      const int k = officer_named(std::string(w.substr(7)));
      if (k < 0) return fail(r, "'" + std::string(w.substr(7)) + "', whom " + r.get("id") + " escorts, is no leader of this battle");
      c.escorts = uint8_t(k);
    }
    return true;
  }
  // Battalions lie beside the map while their regiment is on it, oldest first in the order of the file (12.1).
  bool presentation_of(const Record& r, UnitId u, UnitId parent) {
    Counter& c = field.units[u];
    if (field.units[parent].size != Size::Regiment) return fail(r, r.get("id") + " is a battalion of " + field.battle.roster[parent].id + ", which is no regiment");
    c.regiment = parent;
    for (const Counter& x : field.units) c.number = uint8_t(c.number + (&x < &c && x.regiment == parent));
    return true;
  }
  bool chain_of_command() {
    by("3.3-a");
    for (const RosterEntry& e : battle.roster)
      if (const std::string way = e.leader ? circle(e) : ""; !way.empty())
        return fail(battle.records[std::size_t(e.record)], "the chain of command runs in a circle: " + way);
    for (const RosterEntry& e : battle.roster) {
      const Record& r = battle.records[std::size_t(e.record)];
      const UnitId u = *battle.find_unit(e.id);
      const std::string above = r.get(e.leader ? "superior" : "leader");
      if (!above.empty()) {
        const int k = officer_named(above);
        if (k < 0) return fail(r, "'" + above + "', the superior of " + e.id + ", is no leader of this battle");
        if (field.officers[std::size_t(k)].side != e.side) return fail(r, above + ", the superior of " + e.id + ", is of the other side");
        if (e.leader && field.officers[std::size_t(k)].rank >= field.officers[std::size_t(field.officer(u))].rank)
          return fail(r, above + " does not rank above " + e.id);  // this also rules out circles
        (e.leader ? field.officers[std::size_t(field.officer(u))].superior : field.units[u].leader) = uint8_t(k);
      } else if (!e.leader) {
        return fail(r, e.id + " has no leader; name its immediate superior");
      }
      if (!e.leader && !escort_of(r, field.units[u])) return false;
      const std::string parent = r.get("parent");
      if (!e.leader && parent.empty() && r.get("size") == "coy" && r.get("type") == "Light company")
        return fail(r, e.id + " is a light company without its battalion; name it in 'parent'");
      if (!e.leader && !parent.empty()) {
        const auto p = battle.find_unit(parent);
        if (p && field.is_unit(*p) && field.units[*p].side == e.side && field.units[u].beside) {
          if (!presentation_of(r, u, *p)) return false;
          continue;
        }
        if (!p || !field.is_unit(*p) || field.units[*p].side != e.side || field.units[*p].size != Size::Battalion)
          return fail(r, "'" + parent + "', the battalion of " + e.id + ", is not in this battle");
        field.units[u].parent = *p;
      }
    }
    for (std::size_t k = 0; k < field.officers.size(); ++k) field.officers[k].cavalry = is_cavalry(uint8_t(k));
    return true;
  }
};

}  // namespace

bool read_counters(Field& field, const Battle& battle, const std::string& data, Trouble& trouble) {
  const auto multiples = load_chart(data, "bataille", "fire_multiples", trouble);
  const auto limbering = multiples ? load_chart(data, "bataille", "limbering", trouble) : std::nullopt;
  const auto methods = limbering ? load_chart(data, "bataille", "close_method", trouble) : std::nullopt;
  const auto tracks = methods ? load_chart(data, "bataille", "morale_levels", trouble) : std::nullopt;
  const auto recalls = tracks ? load_chart(data, "bataille", "recall", trouble) : std::nullopt;
  const auto carre_mods = recalls ? load_chart(data, "bataille", "carre_mod", trouble) : std::nullopt;
  if (!carre_mods) return false;
  for (const Directive& d : battle.directives)
    if (d.words.size() > 1 && d.words[0] == "period") field.period = d.words[1];
    else if (d.words[0] == "no-reinforcements") field.early = true;
  Reader reader(field, battle, trouble);
  reader.multiples = *multiples, reader.limbering = *limbering, reader.methods = *methods, reader.tracks = *tracks;
  reader.recalls = *recalls, reader.carre_mods = *carre_mods;
  reader.limbering_bonuses();
  if (!read_cavalry_charts(field, data, trouble)) return false;
  for (const Record* r : battle.all("formation"))
    if (!reader.read_formation(*r)) return false;
  for (const RosterEntry& entry : battle.roster) {
    const Record& r = battle.records[std::size_t(entry.record)];
    if (!(entry.leader ? reader.read_officer(r, entry.side) : reader.read_unit(r, entry.side))) return false;
  }
  if (field.units.size() > kUnits || field.officers.size() > kLeaders)
    return trouble = {"", 0, "more than " + std::to_string(kUnits) + " units or " + std::to_string(kLeaders) + " leaders"}, false;
  return reader.chain_of_command();
}

}  // namespace tambour::bataille
